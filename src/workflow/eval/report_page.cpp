#include "workflow/eval/report_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/files.h"
#include "base/rng.h"
#include "eval/figures.h"
#include "eval/report_text.h"
#include "report/svg_parts.h"

namespace kcast::workflow {
namespace {

using report::svg_escaped;
using report::svg_number;

constexpr std::string_view kPageStyle = R"(
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d1d9e0; --back: #fff;
  --hybrid: #0969da; --other: #bc4c00; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d;
  --back: #0d1117; --hybrid: #4493f8; --other: #db6d28; --good: #3fb950; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: .2rem; } h2 { margin-top: 2.2rem; font-size: 1.25rem; }
p.soft, td.soft { color: var(--soft); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .7rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
tr.first td { font-weight: 600; }
div.wide { overflow-x: auto; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .grid { stroke: var(--line); } svg .frame { stroke: var(--soft); fill: none; }
svg .diagonal { stroke: var(--soft); stroke-dasharray: 4 3; }
svg circle { fill: var(--hybrid); fill-opacity: .35; } svg circle.program { fill: var(--other);
  fill-opacity: .7; }
svg .hybrid { stroke: var(--hybrid); fill: none; stroke-width: 2; }
svg .beside { stroke: var(--other); fill: none; stroke-width: 2; stroke-dasharray: 6 3; }
pre { font-size: .75rem; line-height: 1.35; overflow-x: auto; }
code { font-size: .85em; }
)";

std::string cell(double value, int decimals, const char* unit = "") {
  if (std::isnan(value)) return "-";
  char text[48];
  std::snprintf(text, sizeof text, "%.*f%s", decimals, value, unit);
  return text;
}

eval::Estimate estimate(const std::vector<eval::Figure>& figures, std::string_view table,
                        std::string_view row, std::string_view column) {
  const eval::Figure* found = eval::find_figure(figures, table, row, column);
  return found != nullptr ? found->estimate : eval::Estimate{};
}

std::string percent_cell(const eval::Estimate& estimate) {
  if (std::isnan(estimate.value) || estimate.rows == 0) return "<td>-</td>";
  std::string out = "<td>" + cell(100 * estimate.value, 1, " %");
  if (!std::isnan(estimate.low)) {
    out += "<br><small>" + cell(100 * estimate.low, 1) + " to " + cell(100 * estimate.high, 1) +
           "</small>";
  }
  return out + "</td>";
}

// The figures that matter most, a row each.
std::string headline_row(const std::string& name, const std::vector<eval::Figure>& figures,
                         bool first) {
  const eval::Estimate width = estimate(figures, "time", "time_us", "width_90");
  std::string out = first ? "<tr class=first><td>" : "<tr><td>";
  out += svg_escaped(name) + "</td>";
  out += percent_cell(estimate(figures, "time", "time_us", "mape"));
  out += percent_cell(estimate(figures, "time", "time_us", "median_ape"));
  out += percent_cell(estimate(figures, "time", "time_us", "within_25"));
  out += percent_cell(estimate(figures, "counters", "mean of counters", "within_10"));
  out += percent_cell(estimate(figures, "class", "natural", "balanced_accuracy"));
  out += percent_cell(estimate(figures, "time", "time_us", "coverage_90"));
  const bool stated = width.rows > 0 && !std::isnan(width.value);
  return out + "<td>" + (stated ? cell(width.value, 2) : "-") + "</td></tr>\n";
}

constexpr std::string_view kHeadlineHead =
    "<tr><th></th><th>time MAPE</th><th>time median</th><th>time within 25 %</th>"
    "<th>ten counters within 10 %</th><th>class, balanced</th><th>90 % intervals hold</th>"
    "<th>as wide as a factor of</th></tr>\n";

std::string headline(const eval::EvalReport& report) {
  std::string out = "<h2>Who predicts how well</h2>\n<div class=wide><table>\n";
  out += kHeadlineHead;
  bool first = true;
  for (const eval::PredictorScore& predictor : report.predictors) {
    if (predictor.name == eval::kRoundedConstant) continue;
    out += headline_row(predictor.name, predictor.figures, first);
    first = false;
  }
  out +=
      "</table></div>\n<p class=soft>Small: 95 % intervals, by drawing families anew.</p>\n<ul>\n";
  for (const eval::PredictorScore& predictor : report.predictors) {
    if (predictor.name != eval::kRoundedConstant)
      out += "<li>" + svg_escaped(predictor.name + ": " + predictor.about) + "</li>\n";
  }
  return out + "</ul>\n";
}

std::string groups(const eval::EvalReport& report) {
  if (report.groups.empty()) return "";
  std::string out = "<h2>By kind of code</h2>\n<div class=wide><table>\n";
  out += kHeadlineHead;
  for (const eval::GroupScore& group : report.groups) {
    out += headline_row(group.by + " " + group.name + " (" + std::to_string(group.launches) +
                            " launches, " + std::to_string(group.families) + " families)",
                        group.figures, false);
  }
  return out + "</table></div>\n";
}

struct Pair {
  double measured = 0;
  double predicted = 0;
  bool program = false;
};

std::vector<Pair> time_pairs(const eval::EvalInput& input,
                             const std::vector<eval::Answer>& answers) {
  const size_t time = eval::metric_index("time_us");
  std::vector<Pair> out;
  for (size_t i = 0; i < input.rows.size() && i < answers.size(); ++i) {
    if (input.sides[i] != eval::Side::Test) continue;
    const double predicted = answers[i].values[time];
    const double measured = input.rows[i].measured.time_us;
    if (predicted > 0 && measured > 0)
      out.push_back({measured, predicted, input.rows[i].source == "auth"});
  }
  return out;
}

// A frame with a grid at the powers of ten.
std::string log_frame(double size, double margin, int from, int to) {
  std::string out;
  const double step = (size - 2 * margin) / (to - from);
  for (int power = from; power <= to; ++power) {
    const double x = margin + step * (power - from);
    const double y = size - margin - step * (power - from);
    out += report::svg_line("grid", x, margin, x, size - margin);
    out += report::svg_line("grid", margin, y, size - margin, y);
    const std::string label = "10^" + std::to_string(power);
    out += report::svg_text(x, size - margin + 16, label, "text-anchor=\"middle\"");
    out += report::svg_text(margin - 4, y + 4, label, "text-anchor=\"end\"");
  }
  return out;
}

// Predicted over measured, at most so many points; authored programs are all there.
std::string scatter(const eval::EvalInput& input) {
  constexpr double kSize = 520;
  constexpr double kMargin = 56;
  constexpr size_t kMost = 3000;
  const std::vector<Pair> pairs = time_pairs(input, input.answers);
  if (pairs.empty()) return "";
  double least = 1e30;
  double most = 0;
  for (const Pair& pair : pairs) {
    least = std::min({least, pair.measured, pair.predicted});
    most = std::max({most, pair.measured, pair.predicted});
  }
  const int from = static_cast<int>(std::floor(std::log10(least)));
  const int to = std::max(from + 1, static_cast<int>(std::ceil(std::log10(most))));
  const double step = (kSize - 2 * kMargin) / (to - from);
  std::string out =
      "<h2>Predicted and measured time, us</h2>\n<svg viewBox=\"0 0 520 520\" "
      "width=\"520\" role=\"img\" aria-label=\"predicted over measured time\">\n";
  out += log_frame(kSize, kMargin, from, to);
  out += report::svg_line("diagonal", kMargin, kSize - kMargin, kSize - kMargin, kMargin);
  Rng rng(1);
  const double share = static_cast<double>(kMost) / static_cast<double>(pairs.size());
  for (const Pair& pair : pairs) {
    if (!pair.program && !rng.chance(share)) continue;
    const double x = kMargin + step * (std::log10(pair.measured) - from);
    const double y = kSize - kMargin - step * (std::log10(pair.predicted) - from);
    out += "<circle cx=\"" + svg_number(x) + "\" cy=\"" + svg_number(y) + "\" r=\"2\"" +
           (pair.program ? " class=\"program\"" : "") + "/>";
  }
  out += "\n" + report::svg_text(kSize / 2, kSize - 12, "measured", "text-anchor=\"middle\"");
  out += report::svg_text(14, 24, "predicted");
  return out +
         "</svg>\n<p class=soft>Blue: generated kernels, a sample of them; orange: authored "
         "programs, all.</p>\n";
}

// The share of values up to each error, as a line.
std::string share_line(std::vector<double> errors, const char* style, double width, double height,
                       double margin, double most) {
  if (errors.empty()) return "";
  std::sort(errors.begin(), errors.end());
  std::string points;
  constexpr int kPoints = 120;
  for (int i = 0; i <= kPoints; ++i) {
    const double error = most * i / kPoints;
    const auto below = std::upper_bound(errors.begin(), errors.end(), error) - errors.begin();
    const double share = static_cast<double>(below) / static_cast<double>(errors.size());
    points += svg_number(margin + (width - 2 * margin) * i / kPoints) + "," +
              svg_number(height - margin - (height - 2 * margin) * share) + " ";
  }
  return "<polyline class=\"" + std::string(style) + "\" points=\"" + points + "\"/>\n";
}

using ErrorsOf = std::function<std::vector<double>(const std::vector<eval::Answer>&)>;

std::string distribution(const std::string& title, const eval::EvalInput& input,
                         const ErrorsOf& errors) {
  constexpr double kWidth = 300;
  constexpr double kHeight = 200;
  constexpr double kMargin = 34;
  constexpr double kMost = 0.5;
  std::string out = "<svg viewBox=\"0 0 300 200\" width=\"300\" role=\"img\" aria-label=\"" +
                    svg_escaped(title) + "\">\n";
  for (int i = 0; i <= 5; ++i) {
    const double x = kMargin + (kWidth - 2 * kMargin) * i / 5;
    const double y = kHeight - kMargin - (kHeight - 2 * kMargin) * i / 5;
    out += report::svg_line("grid", x, kMargin, x, kHeight - kMargin);
    out += report::svg_line("grid", kMargin, y, kWidth - kMargin, y);
    out += report::svg_text(x, kHeight - kMargin + 15, std::to_string(10 * i),
                            "text-anchor=\"middle\"");
    out += report::svg_text(kMargin - 4, y + 4, std::to_string(20 * i), "text-anchor=\"end\"");
  }
  out += share_line(errors(input.answers), "hybrid", kWidth, kHeight, kMargin, kMost);
  for (const eval::Predictor& other : input.others) {
    if (other.name == "analytic")
      out += share_line(errors(other.answers), "beside", kWidth, kHeight, kMargin, kMost);
  }
  out += report::svg_text(kMargin, 20, title, "font-weight=\"600\"");
  return out + "</svg>\n";
}

std::vector<double> errors_of(const eval::EvalInput& input,
                              const std::vector<eval::Answer>& answers, size_t metric) {
  std::vector<double> out;
  for (size_t i = 0; i < input.rows.size() && i < answers.size(); ++i) {
    if (input.sides[i] != eval::Side::Test) continue;
    const eval::ScoredRow& row = input.rows[i];
    const double measured = eval::truth_of(row.measured, row.has_counters)[metric];
    const double predicted = answers[i].values[metric];
    if (!std::isfinite(measured) || measured <= 0) continue;
    out.push_back(std::isfinite(predicted) ? std::abs(predicted / measured - 1) : 1e9);
  }
  return out;
}

std::string distributions(const eval::EvalInput& input) {
  constexpr std::pair<const char*, const char*> kShown[] = {
      {"time_us", "time"},
      {"gflops", "GFLOP/s"},
      {"l1_bandwidth_gbs", "L1 bandwidth"},
      {"l2_bandwidth_gbs", "L2 bandwidth"},
      {"hbm_read_bandwidth_gbs", "HBM read bandwidth"},
      {"hbm_write_bandwidth_gbs", "HBM write bandwidth"},
      {"l1_hit_rate_pct", "L1 hit rate"},
      {"l2_hit_rate_pct", "L2 hit rate"},
      {"hbm_arithmetic_intensity", "HBM intensity"}};
  std::string out =
      "<h2>How large the errors are</h2>\n<p class=soft>Percent of launches (up) whose "
      "relative error is at most so many percent (right). Solid: " +
      svg_escaped(input.predictor) + "; dashed: the analysis alone.</p>\n<div>\n";
  for (const auto& [metric, title] : kShown) {
    const size_t index = eval::metric_index(metric);
    out += distribution(title, input, [&](const std::vector<eval::Answer>& answers) {
      return errors_of(input, answers, index);
    });
  }
  return out + "</div>\n";
}

// Where the source of a recipe can be read: authored programs are files of the repository.
std::string source_link(const std::string& recipe, const std::string& language) {
  constexpr std::string_view kAuthored = "auth-1:";
  if (recipe.starts_with(kAuthored)) {
    const std::string path =
        recipe.substr(kAuthored.size(), recipe.find(':', kAuthored.size()) - kAuthored.size());
    const std::string file = "corpus/authored/" + path.substr(0, path.find(' ')) + ".cu";
    return "<a href=\"../" + svg_escaped(file) + "\"><code>" + svg_escaped(recipe) + "</code></a>";
  }
  return "<code>kcast corpus show " + svg_escaped(recipe) + " --language " + svg_escaped(language) +
         "</code>";
}

std::string worst(const eval::EvalReport& report) {
  std::string out =
      "<h2>Families that went worst, by time</h2>\n<div class=wide><table>\n<tr><th>"
      "source</th><th>launches</th><th>predicted, us</th><th>measured, us</th></tr>\n";
  for (const eval::WorstFamily& family : report.worst_time) {
    out += "<tr><td>" + source_link(family.recipe, family.language) + "</td><td>" +
           std::to_string(family.rows) + "</td><td>" + cell(family.predicted, 1) + "</td><td>" +
           cell(family.measured, 1) + "</td></tr>\n";
  }
  return out + "</table></div>\n";
}

// Line by line: ends of lines are no text that could be escaped.
std::string escaped_lines(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += svg_escaped(std::string_view(text).substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string report_page(const eval::EvalReport& report, const eval::EvalInput& input) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
      svg_escaped("kcast: " + report.title) + "</title>\n<style>";
  out += kPageStyle;
  out += "</style></head><body>\n<h1>How good kcast's predictions are</h1>\n<p>" +
         svg_escaped(report.title) + ", split <b>" + svg_escaped(report.split) +
         "</b>: " + std::to_string(report.launches) + " launches of " +
         std::to_string(report.kernels) + " kernels of " + std::to_string(report.families) +
         " families, measured on " + svg_escaped(report.gpu) +
         ". None of these families was fitted to.</p>\n";
  out += headline(report) + groups(report) + scatter(input) + distributions(input) + worst(report);
  out += "<h2>All tables</h2>\n<pre>" + escaped_lines(eval::report_text(report)) + "</pre>\n";
  return out + "</body></html>\n";
}

Status write_report_page(const std::string& folder, const eval::EvalReport& report,
                         const eval::EvalInput& input) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder + ": " + failed.message()};
  return write_file(std::filesystem::path(folder) / "index.html", report_page(report, input));
}

}  // namespace kcast::workflow
