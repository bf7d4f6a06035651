// How long one warp takes when nothing else is in its way: the dependence chains of
// its basic blocks, times how often it runs them.
//
// Machine code is scheduled: independent loads of a block are issued together
// whatever their order in the text. So a block takes as long as its longest chain.
// Code with branches of its own, such as a division that looks for special operands,
// ends that: what comes after it waits for it. So do loads behind a store that may be
// to the same place, and blocks behind a branch that is too long to be predicated: they
// wait for the loads whose values were used before.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::time {

struct WarpPath {
  double cycles = 0;  // of one warp, waiting for memory included
};

struct WarpPathInput {
  std::vector<double> latency;     // per instruction: until its result can be used, cycles
  std::vector<double> executions;  // per block, of one warp
  std::vector<double> issue;       // per block: cycles that issuing it takes at least
  std::vector<bool> branches;      // per instruction: its machine code has branches; may be empty
};

WarpPath warp_path(const ptx::Function& function, const WarpPathInput& input);

}  // namespace kcast::time
