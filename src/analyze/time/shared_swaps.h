// Atomics on reals and on 64 bits in NVIDIA's shared memory: a loop of load, addition and
// compare-and-swap, which a lane goes round until nobody came between.
#pragma once

#include "analyze/exec/exec.h"
#include "schema/gpu/machine.h"

namespace kcast::time {

struct SharedSwaps {
  double rounds = 0;    // of warps
  double attempts = 0;  // of lanes: additions
  double cycles = 0;    // of the shared memory
};

// What a loop costs over the whole launch. Lanes of one warp that meet on an address are
// known; how often other warps of the block come between follows from how often lanes meet.
SharedSwaps shared_swaps(const exec::SharedCount& count, double lanes, double warps_per_block,
                         const MachineShared& machine);

}  // namespace kcast::time
