// Where a warp goes after a step.
#pragma once

#include <cstdint>

namespace kcast::exec {

enum class Flow : uint8_t { Next, Moved, Blocked };

}  // namespace kcast::exec
