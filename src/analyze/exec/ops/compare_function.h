// Comparisons on lanes.
#pragma once

#include "analyze/exec/ops/lanes.h"
#include "analyze/ptx/ptx.h"

namespace kcast::exec {

// Gives 0 or 1 before any combination with a predicate; nullptr where there is none.
LaneFn compare_function(ptx::Compare compare, ptx::Type type);

}  // namespace kcast::exec
