// How many blocks a unit holds together, what limits that, and the shape of the
// launch on the GPU: waves and tail.
#pragma once

#include <array>
#include <cstdint>

#include "schema/features.h"
#include "schema/gpu/gpu.h"

namespace kcast::time {

struct OccupancyInput {
  int64_t registers = 0;  // per thread; 0: not known, never limits
  bool registers_exact = false;
  int64_t shared_bytes = 0;  // per block, static and dynamic
  int64_t block_threads = 1;
  double blocks = 1;  // of the grid
};

// Blocks that fit together are at least one: a launch that cannot run at all is
// refused before (check_launch).
OccupancyFeatures occupancy_of(const OccupancyInput& input, const Gpu& gpu);

// Registers that the hardware hands to a warp, rounded as it rounds.
int64_t allocated_registers(int64_t registers_per_thread, const Gpu& gpu);

// The carve-out that the driver chooses for `shared_bytes` on a unit.
int64_t carveout_for(int64_t shared_bytes, const Gpu& gpu);

}  // namespace kcast::time
