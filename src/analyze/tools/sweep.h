// Runs a micro-kernel over the range of its arguments and finds where its cost changes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyze/tools/sass_run.h"

namespace kcast::tools {

struct Job {
  std::string kernel;
  std::string key;
  std::vector<std::string> arguments;  // f32, s64, ...
  std::string result;
  double low = 1, high = 2;  // where arguments lie commonly
  bool by_ratio = false;     // the first argument matters relative to the second
};
Result<std::vector<Job>> parse_jobs(std::string_view tsv);

// From `from` (inclusive) to the next row of the same variable, the cost is `tally`.
struct CostRow {
  std::string variable;  // "common", "0", "1", ..., "ratio"; "nan0", ... for NaN
  double from = 0;
  Tally tally;
};

// The mean over benign arguments first, then the rows of each argument in order, the
// others being benign. An argument that changes nothing has no rows.
Result<std::vector<CostRow>> sweep(const Listing& listing, const Function& function,
                                   const Classes& classes, const Job& job);

// The bits of the number nearest to `value` in a type of the jobs.
uint64_t encode_number(const std::string& type, double value);

}  // namespace kcast::tools
