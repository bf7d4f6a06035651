// Whether readings can be true: rules that every row of a data set has to keep.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dataset/sample_set.h"
#include "schema/gpu/gpu.h"

namespace kcast::dataset {

// How often a rule was checked and broken, with the first few that broke it.
struct RuleReport {
  std::string rule;
  size_t checked = 0;
  size_t broken = 0;
  std::vector<std::string> examples;  // "syn-1:9f3c cuda n=5 .block=32: l1_bytes is -4"

  // Counts a check; `what` says what is wrong, and is empty where nothing is.
  void count(const Row& row, const std::string& what);
};
constexpr size_t kRuleExamples = 3;

// Nullptr: the gpu is not known, and its roofs are not checked.
using FindGpu = std::function<const Gpu*(const std::string& id)>;

// Rates may exceed a roof by `tolerance` of it: ceilings are measured at the clocks of one day,
// and times are read in another pass than counters. A reading of the time alone is right.
std::vector<RuleReport> check_rows(const SampleSet& set, const FindGpu& find_gpu, double tolerance);

// The rates that a gpu does not exceed, by what they are called: the measured ceiling, or the
// nominal peak where none was measured. That of L1 is higher: its bytes count whole sectors.
std::map<std::string, double> roofs_of(const Gpu& gpu);

}  // namespace kcast::dataset
