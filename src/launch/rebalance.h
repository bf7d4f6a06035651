// LLMPerf's remedy for times that crowd at the short end: numbers of blocks whose times are
// missing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"

namespace kcast::launch {

struct TimedBlocks {
  double blocks = 1;
  double time_us = 0;  // predicted, later measured
};

// Times beyond the upper fence of the quartiles (Q3 + 1.5 IQR) are rare; the range from the
// fence to the longest time is taken as missing, or, where nothing lies beyond the fence, the
// range from the median to the longest. A line through the points gives the blocks for times
// drawn evenly from that range. Empty with fewer than four points or a line that does not rise.
std::vector<int64_t> missing_blocks(std::span<const TimedBlocks> points, size_t count, Rng& rng);

}  // namespace kcast::launch
