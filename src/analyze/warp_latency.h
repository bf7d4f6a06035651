// How long a warp waits: for the result of each instruction, and all in all when nothing else runs.
#pragma once

#include <vector>

#include "analyze/cost/expansions.h"
#include "analyze/exec/exec.h"
#include "analyze/memory/model.h"
#include "schema/gpu/gpu.h"

namespace kcast::analyze {

class PreparedKernel;

// What was measured on the GPU, or else what is assumed of it.
MachineLatency latencies_of(const Gpu& gpu);

// Per instruction of the kernel: until its result can be used, in cycles.
std::vector<double> result_latencies(const PreparedKernel& kernel, const exec::ExecResult& exec,
                                     const memory::MemoryTraffic& traffic, const Gpu& gpu);

// Machine code of it has branches of its own (a division, a loop of compare-and-swap): the warp
// waits for its result there.
bool branches_inside(const ptx::Instruction& instruction, const cost::MachineCost& cost);

// The longest warp of a block over the mean one; of blocks with so many warp instructions at least.
double unevenness(const exec::ExecResult& exec, double least_work = 0);

struct GridShape {
  double warps = 0;   // of all blocks
  double rounds = 0;  // of blocks that follow each other on a unit, each of which takes so long
};

// Cycles of the longest warp of a block when nothing else runs. Between barriers it waits until
// the schedulers and the shared memory have served the other warps of the block as well.
double critical_path(const PreparedKernel& kernel, const std::vector<cost::MachineCost>& costs,
                     const exec::ExecResult& exec, const memory::MemoryTraffic& traffic,
                     const Gpu& gpu, const GridShape& grid);

}  // namespace kcast::analyze
