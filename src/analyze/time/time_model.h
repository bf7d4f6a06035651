// Kernel time from counts: how long each part of the GPU would take alone, and how
// these add up.
//
// Parts of a unit (issue, pipes, shared memory, L1) are paced by the unit with the
// most blocks; L2, DRAM, atomics and block scheduling by the whole GPU. A kernel
// with too few warps in flight waits instead: its time is that of a warp, times
// how many follow each other on a unit. What it assumes about the machine is Gpu::machine;
// docs/time-model.md explains it.
#pragma once

#include <string>
#include <vector>

#include "schema/features.h"
#include "schema/gpu/gpu.h"
#include "schema/sample.h"

namespace kcast::time {

struct TimeEstimate {
  double time_us = 0;
  std::vector<BottleneckTerm> terms;  // the longest first
};

TimeEstimate estimate_time(const Features& features, const Gpu& gpu);

// The same with a simulated unit in place of the sum of its parts: so many cycles of the unit's
// clock, L2 and DRAM as far as they keep it waiting included.
TimeEstimate with_simulated_unit(double unit_cycles, const Features& features, const Gpu& gpu,
                                 TimeEstimate parts);

// How long DRAM takes alone, turning between reading and writing included.
struct DramTime {
  double read_us = 0;
  double write_us = 0;
};
DramTime dram_time(const MemoryFeatures& memory, const Gpu& gpu);

}  // namespace kcast::time
