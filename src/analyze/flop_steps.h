// The floating-point operations of a launch as a person would count them: how many threads work,
// how often each goes round the loop that most of its operations are in, what a round costs, and
// what is left. threads * (rounds * round_flops + other_flops) is the whole.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/analyze.h"
#include "base/result.h"

namespace kcast::analyze {

struct FlopSteps {
  double threads = 0;      // that execute any floating-point operation
  double rounds = 0;       // of the loop, of one of these threads on average; 0: no loop has any
  double round_flops = 0;  // of one round, without loops within it
  double other_flops = 0;  // of such a thread outside of the loop
  // Lines of source that may be the loop's own, the likeliest first.
  std::vector<int32_t> loop_lines;

  double flops() const { return threads * (rounds * round_flops + other_flops); }
};

// As the PTX has the loops: compile without unrolling to have those of the source.
Result<FlopSteps> flop_steps(const PreparedKernel& kernel, const Launch& launch, const Gpu& gpu);

}  // namespace kcast::analyze
