// What each line of a kernel's source costs, as a part of the whole launch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predict/report.h"

namespace kcast::predict {

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
std::vector<LineShare> line_shares(const LaunchPrediction& launch);

}  // namespace kcast::predict
