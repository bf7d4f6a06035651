// What a roofline picture shows, before anyone draws it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "predict/report.h"
#include "schema/gpu/gpu.h"

namespace kcast::predict {

// One roof. A slanted one rises with the bandwidth; a flat one is a compute peak.
struct Roof {
  std::string name;  // "HBM", "L2", "L1", "fp32"
  double gbs = 0;    // slanted: GB/s
  double gops = 0;   // flat: GFLOP/s, or GOP/s of integers
  bool measured = false;
};

// The launch at one level of the memory hierarchy.
struct RooflinePoint {
  std::string level;     // "L1", "L2", "HBM"
  double intensity = 0;  // operations per byte
  double intensity_low = 0;
  double intensity_high = 0;
};

struct Roofline {
  std::string name;           // of the kernel
  std::string gpu;            // its name
  std::string unit = "FLOP";  // "int op" where a kernel has no FLOPs at all
  double gops = 0;            // height of all points: GFLOP/s or GOP/s
  double gops_low = 0;
  double gops_high = 0;
  std::vector<RooflinePoint> points;  // L1, L2, HBM; a level without traffic is left out
  std::vector<Roof> roofs;            // nominal ones and, where there are, measured ones
};

// Empty when the launch does no arithmetic that could be placed.
std::optional<Roofline> make_roofline(const LaunchPrediction& launch, const Gpu& gpu);

}  // namespace kcast::predict
