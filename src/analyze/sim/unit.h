// A unit (an SM or a CU) that runs blocks of a launch, step by step: schedulers that issue in the
// order of each warp, pipes, the load/store unit, and the unit's share of L2 and DRAM.
//
// Every resource serves what comes first. Fractions (a branch that every third warp takes) add up
// over the warps that come by, so that the same program takes the same cycles on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/sim/program.h"

namespace kcast::sim {

// All times are cycles of the unit.
struct UnitShape {
  int32_t partitions = 1;  // schedulers
  double l1_cycles = 0;    // latencies
  double l2_cycles = 0;
  double dram_cycles = 0;
  double l2_spread = 0;  // by which share of the latency a request is earlier or later
  double dram_spread = 0;
  double shared_cycles = 0;
  double barrier_cycles = 0;
  double branch_cycles = 0;       // from one piece to the next
  double loop_cycles = 0;         // from one round of a loop to the next, beside that
  double block_cycles = 0;        // between the starts of two blocks
  double turn_cycles = 0;         // from the end of a block to the next one in its place
  double store_queue_cycles = 0;  // work of L2 and DRAM that stores may leave behind
  double pipe_queue_cycles = 0;   // work of a pipe that instructions wait for there
  double data_queue_cycles = 0;   // the same of L1 and shared memory
};

struct UnitRun {
  int64_t blocks = 1;     // that the unit runs
  int32_t resident = 1;   // of them together
  int32_t warps = 1;      // of a block
  double unevenness = 1;  // work of a block's longest warp over that of the mean one
  Cuts cuts;              // rounds of loops that are run
};

struct UnitTime {
  double cycles = 0;
  double warp_cycles = 0;      // of all warps, from their start to their end
  std::vector<double> waited;  // per instruction: of them, until its result was there
  double issued = 0;           // of them, while something was issued
  double not_selected = 0;     // while the scheduler issued for others
  double throttled = 0;        // while a pipe or a queue was full
  bool whole = true;           // false: too much work, the rest is as long in proportion
};

UnitTime run_unit(const Program& program, const UnitShape& shape, const UnitRun& run);

}  // namespace kcast::sim
