// The families that a predictor does worst on, with a launch to look at for each.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "eval/rows.h"

namespace kcast::eval {

struct WorstFamily {
  std::string family;
  size_t rows = 0;
  double error = 0;  // what the list is sorted by
  // The row of the family that is farthest off.
  std::string recipe;
  std::string language;
  std::string launch;
  std::string metric;  // of that row: the one that is farthest off
  double predicted = 0;
  double measured = 0;
};

// By the median over the family's launches of |log2(predicted / measured)| of the time.
std::vector<WorstFamily> worst_by_time(std::span<const ScoredRow> rows,
                                       std::span<const Answer> answers, size_t most);

// By the mean over launches and counters of the relative error, each cut to 1. Errors under the
// noise floor are none.
std::vector<WorstFamily> worst_by_counters(std::span<const ScoredRow> rows,
                                           std::span<const Answer> answers,
                                           const MetricValues& floors, size_t most);

}  // namespace kcast::eval
