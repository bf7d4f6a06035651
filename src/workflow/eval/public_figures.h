// What the readings of a public suite say about the predictions, as totals.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "eval/rows.h"
#include "predict/report.h"
#include "schema/gpu/gpu.h"
#include "workflow/eval/public_programs.h"

namespace kcast::workflow {

// What a prediction had to assume; the first that holds.
enum class PublicAssumed : uint8_t { Sizes, Contents, Nothing };
PublicAssumed assumed_of(const Assumptions& assumed);

// A reading beside the prediction that it is compared with.
struct PublicComparison {
  std::string program;
  std::string kernel;
  eval::ScoredRow row;  // what was read
  eval::Answer answer;
  bool cold = true;         // false: the time as the program leaves L2 is all there is
  bool same_launch = true;  // false: the prediction is of another grid or block
  PublicAssumed assumed = PublicAssumed::Nothing;

  double measured_us() const { return row.measured.time_us; }
  double predicted_us() const;
};

PublicComparison compare_reading(const PublicReading& reading,
                                 const predict::LaunchPrediction& predicted, const Gpu& gpu);

// Shares are 0 to 1; NaN where there is nothing to compute them from.
struct PublicFigures {
  std::string name;     // "L2 emptied, same launch"
  size_t launches = 0;  // with a prediction
  size_t kernels = 0;
  size_t off_4 = 0;  // launches whose time is more than so many times off, either way
  size_t off_16 = 0;
  double median_error = 0;     // of the time
  double cut_error = 0;        // mean; predictions of more than ten times the reading count as ten
  double counters = 0;         // of the ten within 10 %, mean, with noise floors
  double counters_strict = 0;  // the same without floors
  double balanced_class = 0;
  double intervals_hold = 0;
  double interval_width = 0;  // median of the upper end over the lower one
};

// All parts, those with an emptied L2 first: all launches; the same launch; another one; by what
// was assumed. Parts without launches are left out.
std::vector<PublicFigures> public_figures(std::span<const PublicComparison> comparisons,
                                          const Gpu& gpu, const eval::MetricValues& floors);

}  // namespace kcast::workflow
