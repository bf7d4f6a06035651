// How long one warp takes when nothing else is in its way: the dependence chains of
// its basic blocks, times how often it runs them.
//
// Machine code is scheduled: independent loads of a block are issued together
// whatever their order in the text. So a block takes as long as its longest chain.
// Iterations of a loop overlap as far as no chain runs through them, since compilers
// unroll; `unroll` says how many.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/ptx.h"

namespace kcast {

struct WarpPath {
  double cycles = 0;  // of one warp, waiting for memory included
};

struct WarpPathInput {
  std::vector<double> latency;     // per instruction: until its result can be used, cycles
  std::vector<double> executions;  // per block, of one warp
  std::vector<double> issue;       // per block: cycles that issuing it takes at least
  double unroll = 4;
};

WarpPath warp_path(const ptx::Function& function, const WarpPathInput& input);

}  // namespace kcast
