// How well readings of ours agree with what ncu prints for the same launches.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "schema/metrics.h"

namespace kcast::collect {

// A rule of the comparison and how many launches keep it.
struct Agreement {
  std::string rule;  // "L2 bytes within 2 %"
  size_t kept = 0;
  size_t launches = 0;  // that the rule is about

  bool operator==(const Agreement&) const = default;
};

// Launch by launch, in order: both have the same number. Half-precision operations count where
// `ours` has any: ncu also counts those that move constants.
std::vector<Agreement> agreements(std::span<const BaseQuantities> ours,
                                  std::span<const BaseQuantities> theirs);

// A table of readings (the worker's lines, in a file) against one or more other runs of the same
// jobs: ncu's CSV, or lines of the worker again (.jsonl). The first two runs of ncu are compared
// with each other, too.
Result<std::string> agreement_table(const std::string& worker_file,
                                    const std::vector<std::string>& run_files);

}  // namespace kcast::collect
