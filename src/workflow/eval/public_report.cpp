#include "workflow/eval/public_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "eval/text_table.h"

namespace kcast::workflow {
namespace {

using nlohmann::ordered_json;

double share_of(size_t part, size_t all) {
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : std::nan("");
}

std::string assumed_text(PublicAssumed assumed) {
  switch (assumed) {
    case PublicAssumed::Sizes:
      return "sizes or grid assumed";
    case PublicAssumed::Contents:
      return "contents assumed";
    case PublicAssumed::Nothing:
      break;
  }
  return "launch known";
}

std::string heading(const PublicScore& score) {
  const bool is_opencl = score.language == "opencl";
  return score.side + ", " +
         (is_opencl ? "OpenCL kernels without host code, sizes and scalars given" : "CUDA") + ": " +
         std::to_string(score.programs) +
         " programs\n  kernels answered: " + std::to_string(score.answered) + " of " +
         std::to_string(score.kernels) + " (" +
         eval::percent_cell(share_of(score.answered, score.kernels)) +
         " %)\n  seconds to the answer: median " + eval::number_cell(score.seconds_p50, 2) +
         ", 95 % within " + eval::number_cell(score.seconds_p95, 2) + "\n";
}

std::string figures_table(const PublicScore& score) {
  eval::TextTable table{
      {"percent", "launches", "kernels", ">4x off", ">16x off", "median error", "mean, cut at 10x",
       "counters in 10 %", "without floors", "class", "intervals hold", "width, times"},
      {}};
  for (const PublicFigures& f : score.figures) {
    table.rows.push_back(
        {f.name, std::to_string(f.launches), std::to_string(f.kernels),
         eval::percent_cell(share_of(f.off_4, f.launches)),
         eval::percent_cell(share_of(f.off_16, f.launches)), eval::percent_cell(f.median_error),
         eval::percent_cell(f.cut_error), eval::percent_cell(f.counters),
         eval::percent_cell(f.counters_strict), eval::percent_cell(f.balanced_class),
         eval::percent_cell(f.intervals_hold), eval::number_cell(f.interval_width, 2)});
  }
  return eval::render_table(table);
}

std::string worst_text(const PublicScore& score) {
  std::string out;
  if (!score.worst.empty()) {
    eval::TextTable table{{"worst launches", "predicted us", "read us", "times", "assumed"}, {}};
    table.ends_in_text = true;
    for (const PublicComparison& c : score.worst) {
      table.rows.push_back({c.program, format_digits(c.predicted_us(), 4),
                            format_digits(c.measured_us(), 4),
                            format_digits(c.predicted_us() / c.measured_us(), 3),
                            assumed_text(c.assumed) + (c.same_launch ? "" : ", other launch") +
                                (c.cold ? "" : ", L2 as left") + ": " + c.kernel});
    }
    out += eval::render_table(table);
  }
  if (!score.unanswered.empty()) out += "  without an answer\n";
  for (const UnansweredKernel& kernel : score.unanswered)
    out += "    " + kernel.program + ": " + kernel.kernel + ": " + kernel.reason + "\n";
  return out;
}

ordered_json number(double value) {
  return std::isnan(value) ? ordered_json() : ordered_json(value);
}

ordered_json figures_json(const PublicFigures& f) {
  return {{"part", f.name},
          {"launches", f.launches},
          {"kernels", f.kernels},
          {"off_4", f.off_4},
          {"off_16", f.off_16},
          {"time_median_error", number(f.median_error)},
          {"time_cut_error", number(f.cut_error)},
          {"counters_within_10", number(f.counters)},
          {"counters_within_10_without_floors", number(f.counters_strict)},
          {"class_balanced_accuracy", number(f.balanced_class)},
          {"intervals_hold", number(f.intervals_hold)},
          {"interval_width", number(f.interval_width)}};
}

ordered_json score_json(const PublicScore& score) {
  ordered_json out = {{"side", score.side},
                      {"language", score.language},
                      {"programs", score.programs},
                      {"kernels", score.kernels},
                      {"answered", score.answered},
                      {"seconds_p50", score.seconds_p50},
                      {"seconds_p95", score.seconds_p95},
                      {"parts", ordered_json::array()}};
  for (const PublicFigures& figures : score.figures)
    out["parts"].push_back(figures_json(figures));
  for (const PublicComparison& c : score.worst) {
    out["worst"].push_back({{"program", c.program},
                            {"kernel", c.kernel},
                            {"predicted_us", c.predicted_us()},
                            {"read_us", c.measured_us()},
                            {"l2_emptied", c.cold},
                            {"same_launch", c.same_launch},
                            {"assumed", assumed_text(c.assumed)}});
  }
  for (const UnansweredKernel& kernel : score.unanswered) {
    out["unanswered"].push_back(
        {{"program", kernel.program}, {"kernel", kernel.kernel}, {"reason", kernel.reason}});
  }
  return out;
}

}  // namespace

std::string public_report_text(std::span<const PublicScore> scores) {
  std::string out;
  for (const PublicScore& score : scores) {
    out += out.empty() ? "" : "\n";
    out += heading(score) + figures_table(score) + worst_text(score);
  }
  return out;
}

std::string public_report_json(std::span<const PublicScore> scores) {
  ordered_json out = {{"scores", ordered_json::array()}};
  for (const PublicScore& score : scores)
    out["scores"].push_back(score_json(score));
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace kcast::workflow
