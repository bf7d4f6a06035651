// A value that may be unknown.
#pragma once

#include <cstdint>

#include "analyze/exec/ops/lanes.h"

namespace kcast::exec {

struct Known {
  Lane value = 0;
  bool known = true;
  int32_t buffer = -1;  // that it came from
};

}  // namespace kcast::exec
