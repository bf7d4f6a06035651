// Floating-point arithmetic on lanes: IEEE, rounded to nearest. Directed rounding and
// flushed subnormals are not told apart: no branch is known to hang on them.
#pragma once

#include <cstdint>

#include "analyze/exec/ops/lanes.h"
#include "analyze/ptx/ptx.h"

namespace kcast::exec {

// nullptr where there is none.
LaneFn float_function(const ptx::Instruction& instruction);
// a * b - c (`product_first`) or c - a * b, rounded once.
LaneFn fused_difference(ptx::Type type, bool product_first);

}  // namespace kcast::exec
