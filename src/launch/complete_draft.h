// Closes the holes of a launch: what a reader of the kernel would try first.
#pragma once

#include "launch/draft.h"
#include "launch/parameter_use.h"
#include "schema/default_sizes.h"
#include "schema/gpu/gpu.h"
#include "schema/inspection.h"
#include "schema/sample.h"

namespace kcast::launch {

// Which axes a kernel tells apart, read off its PTX.
struct UsedAxes {
  bool grid_y = false, grid_z = false, block_y = false, block_z = false;

  bool operator==(const UsedAxes&) const = default;
};
UsedAxes used_axes(const Inspection& inspection, const Kernel& kernel);

// What the PTX of a kernel tells about its launches.
struct KernelReading {
  UsedAxes axes;
  ParameterUses uses;
  DefaultSizes usual;  // of a whole program, or of a kernel that any program may use
};
KernelReading read_kernel(const Inspection& inspection, const Kernel& kernel);

// Closes every hole, with a note for each kind, and says in the launch what was assumed. Sizes of
// which nothing is known are `smaller` times smaller along an axis than usual ones.
Launch complete(LaunchDraft& draft, const Kernel& kernel, const KernelReading& reading,
                const Gpu& gpu, int64_t smaller = 1);

}  // namespace kcast::launch
