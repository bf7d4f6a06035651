// A prediction report as the API answers it: that of kcast predict --json, and for each launch
// what the lines of its source cost.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "predict/report.h"
#include "schema/gpu/gpu.h"

namespace kcast::api {

// A line of source and its part of the whole launch, 0 to 1.
struct LineShare {
  std::string file;
  int64_t line = 0;
  double share = 0;         // of what decides the time
  double instructions = 0;  // of the issued machine instructions
  double l2 = 0;            // of the L2 traffic
  double dram = 0;          // of the DRAM traffic
  double shared = 0;        // of the passes through shared memory

  bool operator==(const LineShare&) const = default;
};

// Largest share first.
std::vector<LineShare> line_shares(const predict::LaunchPrediction& launch);

std::string report_body(const predict::PredictReport& report, std::span<const Gpu> gpus);

}  // namespace kcast::api
