// A launch as boosted trees see it: all that the analysis found out about it, as one row of named
// numbers. Rows are kept in tables and made again in every prediction, by the same code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/features.h"
#include "schema/gpu/gpu.h"
#include "schema/metrics.h"
#include "schema/sample.h"

namespace kcast::trees {

struct LaunchRowInput {
  const Features& features;
  const Prediction& analytic;  // of the analysis, with its terms
  const Launch& launch;
  const Gpu& gpu;
  std::string_view language;  // "cuda", "hip", "opencl"
};

// Those of schema/feature_vector.h, then "time.dram", ..., "lines.irregular", ..., "launch.grid_x",
// ..., "gpu.units", ...
const std::vector<std::string>& launch_row_names();

std::vector<float> launch_row(const LaunchRowInput& input);

// Where a name stands in a row; -1: nowhere.
int64_t launch_row_index(std::string_view name);

// What the analysis predicts for the launch of a row, exactly.
BaseQuantities analytic_in(const std::vector<float>& row);

}  // namespace kcast::trees
