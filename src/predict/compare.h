// Two reports side by side: what changed, and whether a rule forbids it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "predict/grammar.h"
#include "predict/report.h"

namespace kcast::predict {

// One launch before and after. Launches are matched by kernel, GPU and setting, in the
// order of the host code; where both sides have one kernel, their names may differ.
struct LaunchChange {
  LaunchPrediction before;
  LaunchPrediction after;
};

struct Comparison {
  std::vector<LaunchChange> changes;
  std::vector<std::string> only_before;  // kernels without a partner
  std::vector<std::string> only_after;
};
Comparison compare(const PredictReport& before, const PredictReport& after);

// (after - before) / before; empty where there was nothing before and is something now.
std::optional<double> relative_change(double before, double after);

bool breaks_rule(const FailRule& rule, const LaunchChange& change);

// "saxpy on h200: time_us>+10% (52.1 -> 60.2, +15.5 %)" for each launch and rule that holds.
std::vector<std::string> broken_rules(const Comparison& comparison,
                                      std::span<const FailRule> rules);

}  // namespace kcast::predict
