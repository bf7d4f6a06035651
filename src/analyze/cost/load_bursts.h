// Which loads a warp issues together, before it waits for the first of them.
//
// ptxas moves loads to the front of a block, as far as what they depend on and stores that may
// concern them allow, and nvcc unrolls short loops so that those of four rounds meet. L1 sees
// such a burst at once: what one load of it brings is there for the next, however many warps
// there are.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::cost {

struct LoadBurst {
  int32_t lead = 0;    // instructions between the first load of the burst and this one
  int32_t rounds = 1;  // of its loop that are issued together
};

// Per instruction; of what is no load of global memory, as it stands in the text.
std::vector<LoadBurst> load_bursts(const ptx::Function& function);

}  // namespace kcast::cost
