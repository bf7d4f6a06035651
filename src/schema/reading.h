// What a collector read for one launch: the numbers of a Measurement with what they were made from.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "schema/metrics.h"

namespace kcast {

struct LaunchReading {
  BaseQuantities values;         // time_us is the median of times_us
  std::vector<double> times_us;  // of each repeat
  double sm_clock_mhz = 0;       // during the counters' pass; 0: not read
  double memory_clock_mhz = 0;
  int64_t registers = 0;  // per thread
  int64_t static_shared_bytes = 0;
  int64_t local_bytes = 0;  // per thread
  // Counters below the base quantities, by short names: fadd, ffma, integer, bit, ...
  std::vector<std::pair<std::string, double>> raw;

  bool operator==(const LaunchReading&) const = default;
};

// (largest - smallest) / median of the repeats; 0 without any.
double time_spread(const LaunchReading& reading);

// Why a launch gave no reading.
struct ReadingFailure {
  std::string reason;  // "compile", "launch", "fault", "timeout", "memory", "crash", "argument"
  std::string detail;  // the compiler's or driver's words, one line

  bool operator==(const ReadingFailure&) const = default;
};

}  // namespace kcast
