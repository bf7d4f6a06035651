// How the analytic model does on the check kernels: predictions beside readings,
// judged criterion by criterion.
//
// A third of the kernels, chosen by a hash of their name, is held out: nobody looks at
// its readings while tuning, and a report shows aggregates of it alone. Both parts are judged
// apart.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/gpu/gpu.h"
#include "schema/metrics.h"

namespace kcast::eval {

bool is_held_out(std::string_view kernel);

struct CheckRow {
  std::string kernel;
  int launch = 0;
  bool estimated = false;  // control flow or addresses that rest on unknown values
  bool irregular = false;  // gathers and scatters whose footprint is near the L2's size
  BaseQuantities predicted;
  BaseQuantities measured;
  double unique_read_bytes = 0;  // footprints, by the model
  double unique_write_bytes = 0;
  std::string decided_by;  // longest term of the time

  bool held_out() const { return is_held_out(kernel); }
};

// One line of the verdict: the share of rows within a tolerance, or a statistic.
struct Criterion {
  std::string name;               // "fp32 and fp64 FLOPs within 0.5 %"
  double target = 0;              // share to reach, or the limit of a statistic
  bool at_most = false;           // the statistic must stay below the target
  std::optional<double> reached;  // empty: no row applies
  size_t rows = 0;

  bool met() const { return !reached || (at_most ? *reached <= target : *reached >= target); }
};

std::vector<Criterion> judge(const std::vector<CheckRow>& rows, const Gpu& gpu);

// The criteria of time alone, for rows whose readings are times and nothing else.
std::vector<Criterion> judge_times(const std::vector<CheckRow>& rows);

// max(bytes / bandwidth, FLOPs / peak) + overhead: what a roofline alone would say.
double roofline_time_us(const BaseQuantities& values, const Gpu& gpu);

// Markdown: the criteria of both parts, then every row of the open part, the worst time first.
// `reasons` says for a kernel why something is missed.
std::string check_report(const std::vector<CheckRow>& rows, const Gpu& gpu,
                         const std::map<std::string, std::string>& reasons);

// The same for rows whose readings are times.
std::string time_report(const std::vector<CheckRow>& rows);

// Only the rows of one part.
std::vector<CheckRow> rows_of_part(const std::vector<CheckRow>& rows, bool held_out);

}  // namespace kcast::eval
