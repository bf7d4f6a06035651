// Launches that were measured, predicted again: recipe, language and launch text in, what the
// analysis says today out. A kernel is made and compiled once for all its launches.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "launch/ready_kernel.h"
#include "schema/gpu/gpu.h"
#include "schema/metrics.h"
#include "schema/sample.h"

namespace kcast::plan {

struct PredictedLaunch {
  std::optional<Launch> launch;          // absent: it cannot be made
  std::optional<BaseQuantities> values;  // absent: not predicted
  double time_low_us = 0;                // the interval that the time is said to lie in
  double time_high_us = 0;
  std::optional<Prediction> corrected;  // by the trees of this program; absent: it has none
  std::vector<float> features;          // schema/feature_vector.h; empty: not predicted
  std::vector<float> row;               // trees/launch_row.h; likewise
  // Why not: "does not compile: line 7: ..."; what comes before the first colon is one of a few.
  std::string problem;
};

struct PredictedKernel {
  std::string text;  // its source; empty where it cannot be made
  std::vector<PredictedLaunch> launches;
};

// One for each of `launches`, the texts of a plan.
PredictedKernel predict_kernel_rows(const std::string& recipe, const std::string& language,
                                    std::span<const std::string> launches,
                                    const launch::Inspect& inspect, const Gpu& gpu);

// The same without predictions. Generated kernels are not compiled for it; programs are, because
// their launches are those of their host code, and then they are predicted, too.
PredictedKernel describe_kernel_rows(const std::string& recipe, const std::string& language,
                                     std::span<const std::string> launches,
                                     const launch::Inspect& inspect, const Gpu& gpu);

}  // namespace kcast::plan
