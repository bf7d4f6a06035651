// Points of a contract as launches of a kernel that the front end has read.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "schema/inspection.h"
#include "schema/kernel_contract.h"
#include "schema/launch_point.h"
#include "schema/sample.h"

namespace kcast::launch {

// An error where the contract does not allow the point, or where the kernel has a parameter
// that the contract does not know. A pointer to local memory (OpenCL) takes all of the dynamic
// shared memory.
Result<Launch> launch_of(const KernelContract& contract, const Kernel& kernel,
                         const LaunchPoint& point);

// Bytes of all buffers.
int64_t footprint_bytes(const Launch& launch);

// Bytes of the buffers, as far as their lengths follow from the shape.
int64_t footprint_bytes(const LaunchShape& shape, const Kernel& kernel);

inline int64_t block_count(const Dims3& grid) {
  return grid[0] * grid[1] * grid[2];
}

}  // namespace kcast::launch
