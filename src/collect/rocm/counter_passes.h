// Which counters AMD's GPUs are asked for, and in how many runs of the program.
//
// A hardware block counts only so many things at once, so the program runs several times.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "collect/rocm/rocm_arch.h"

namespace kcast::collect {

struct CounterLimit {
  std::string_view block;  // the counter's name up to its first underscore
  int counters = 0;        // at once
};
std::span<const CounterLimit> counter_limits();

// Counters that should come from one run, as they are in one formula.
using CounterGroup = std::vector<std::string>;
std::vector<CounterGroup> needed_counters(RocmArch arch);

// Puts each group into the first run that has room for all of it.
Result<std::vector<std::vector<std::string>>> plan_passes(std::span<const CounterGroup> groups);

// The input file of rocprof, one line "pmc: ..." for each run.
std::string pmc_lines(const std::vector<std::vector<std::string>>& passes);

}  // namespace kcast::collect
