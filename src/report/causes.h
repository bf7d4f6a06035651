// Causes that matter, as an editor marks them. Only what the prediction is confident of, and only
// where it costs time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predict/report.h"
#include "schema/gpu/gpu.h"

namespace kcast::report {

struct Cause {
  std::string code;  // "uncoalesced", "bank-conflicts", "low-occupancy", ...
  std::string file;  // empty: the kernel's own place
  int64_t line = 0;  // from 1; 0: the kernel's name
  std::string message;
  bool grave = false;  // it decides most of the time

  bool operator==(const Cause&) const = default;
};

std::vector<Cause> find_causes(const predict::LaunchPrediction& entry, const Gpu& gpu);

}  // namespace kcast::report
