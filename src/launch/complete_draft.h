// Closes the holes of a launch: what a reader of the kernel would try first.
#pragma once

#include "base/result.h"
#include "launch/draft.h"
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

// Closes every hole, with a note for each. An argument that cannot be guessed is an
// error that names all of them and how to give them.
Result<Launch> complete(LaunchDraft& draft, const Kernel& kernel, const UsedAxes& axes,
                        const Gpu& gpu);

}  // namespace kcast::launch
