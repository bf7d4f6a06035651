// What is scored: launches with what was read for them, and what predictors answer. Plain values;
// whoever fills them in is not known here.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "schema/bound.h"
#include "schema/gpu/gpu.h"
#include "schema/metrics.h"
#include "schema/sample.h"

namespace kcast::eval {

// What is known of a launch without its source.
struct LaunchNumbers {
  double blocks = 0;
  double threads = 0;  // of a block
  double bytes = 0;    // of all buffers
  // The largest integer arguments, largest first; 0 where there are fewer.
  std::array<double, 3> scalars{};

  bool operator==(const LaunchNumbers&) const = default;
};

LaunchNumbers numbers_of(const Launch& launch);

struct ScoredRow {
  std::string recipe;
  std::string family;
  std::string source;  // "syn", "omni", "motif", "auth"
  std::string motif;   // empty for other sources
  std::string language;
  std::string launch;  // as the plan writes it
  BaseQuantities measured;
  bool has_counters = true;  // false: the collector read times alone
  double time_spread = 0;    // (largest - smallest) / median of the repeats
  LaunchNumbers numbers;
};

// Two readings of one launch.
struct RepeatPair {
  BaseQuantities first;
  BaseQuantities second;
  bool has_counters = true;
};

constexpr size_t kMetrics = 20;  // metrics().size(), checked by a test

// One value for each of metrics(), in their order; NaN where there is none.
using MetricValues = std::array<double, kMetrics>;

// What a predictor is asked about. A row does not count in the tables of anything else.
struct Subjects {
  bool counters = true;
  bool time = true;
  bool bound = true;
  bool operations = true;

  bool operator==(const Subjects&) const = default;
};

// What a predictor says of one launch.
struct Answer {
  MetricValues values;
  Bound bound = Bound::None;
  // The interval that is said to hold the time in 90 % of the cases; NaN: none is stated.
  double time_low_us = no_value();
  double time_high_us = no_value();
  bool counted = true;  // false: the row does not count for this predictor
  Subjects subjects;

  // No prediction: a miss wherever it is asked.
  Answer() { values.fill(no_value()); }

  static double no_value();
};

// One column of the comparison.
struct Predictor {
  std::string name;
  std::string about;            // one sentence: what it knows, how it was fitted
  std::vector<Answer> answers;  // one for each row
  // Why rows of the test side have no prediction.
  std::map<std::string, size_t> not_predicted;
};

size_t metric_index(std::string_view name);

// All metrics of a reading. Hit rates are cut to 0..100: profilers go a little over it. Of a
// reading without counters only the time is left.
MetricValues truth_of(const BaseQuantities& measured, bool has_counters);

Answer answer_of(const BaseQuantities& predicted, const Gpu& gpu);

Bound bound_of(const BaseQuantities& values, const Gpu& gpu);

}  // namespace kcast::eval
