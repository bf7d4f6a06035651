// Kernel time from counts: how long each part of the GPU would take alone, and how
// these add up.
//
// Parts of a unit (issue, pipes, shared memory, L1) are paced by the unit with the
// most blocks; L2, DRAM, atomics and block scheduling by the whole GPU. A kernel
// with too few warps in flight waits instead: its time is that of a warp, times
// how many follow each other on a unit.
#pragma once

#include <string>
#include <vector>

#include "schema/features.h"
#include "schema/gpu.h"
#include "schema/sample.h"

namespace kcast::time {

// What the model assumes about the machine beyond the GPU's file. Fitted to the open
// part of the check kernels (docs/check-kernels.md says how and to which).
struct TimeParameters {
  double sharpness = 2.5;        // of the maximum of the parts: larger is sharper
  double dram_efficiency = 1.0;  // of the measured rates
  double l2_efficiency = 0.95;
  double issue_efficiency = 1;
  double pipe_efficiency = 1;
  double load_store_efficiency = 1;  // requests per clock of a unit
  double first_block_us = 0.35;      // until the first block runs
  double start_us = 0.6;             // first blocks reach the units, last results leave
};

struct TimeEstimate {
  double time_us = 0;
  std::vector<BottleneckTerm> terms;  // the longest first
};

TimeEstimate estimate_time(const Features& features, const Gpu& gpu,
                           const TimeParameters& parameters = {});

}  // namespace kcast::time
