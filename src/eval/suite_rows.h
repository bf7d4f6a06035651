// The launches of a program, predicted and profiled, side by side. A profiler knows a launch by
// its kernel's name, its blocks and its threads; launches that have all three in common are
// compared by their means.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eval/rows.h"

namespace kcast::eval {

struct SuiteLaunch {
  std::string kernel;  // as it is printed: "void scale<float>(float *, int)", "scale<float>"
  double blocks = 0;
  double threads = 0;  // of a block
  int64_t count = 1;   // how often it is made
  BaseQuantities values;
  double spread = 0;  // of a reading's repeats
};

struct SuiteRow {
  ScoredRow row;                            // what was measured
  std::optional<BaseQuantities> predicted;  // absent: no such launch was predicted
};

struct SuiteMatch {
  std::vector<SuiteRow> rows;
  std::vector<std::string> not_measured;  // predicted launches that no reading is of
};

// In the order of kernel, blocks and threads.
SuiteMatch match_launches(const std::string& program, std::span<const SuiteLaunch> measured,
                          std::span<const SuiteLaunch> predicted);

// "scale": without result, namespaces, template arguments and parameters.
std::string plain_kernel_name(std::string_view printed);

}  // namespace kcast::eval
