#include "eval/report_csv.h"

#include <charconv>
#include <cmath>

#include "eval/score/score_counters.h"

namespace kcast::eval {
namespace {

// Quoted where a comma or a quote would end it.
std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    out += c;
    if (c == '"') out += '"';
  }
  return out + "\"";
}

// The shortest text that reads back as the same number; nothing for NaN.
std::string csv_cell(double value) {
  if (std::isnan(value)) return "";
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

void add_figures(const std::string& predictor, const std::vector<Figure>& figures,
                 std::string& out) {
  for (const Figure& figure : figures) {
    const Estimate& estimate = figure.estimate;
    out += csv_cell(predictor) + "," + figure.table + "," + figure.row + "," + figure.column + "," +
           csv_cell(estimate.value) + "," + csv_cell(estimate.low) + "," + csv_cell(estimate.high) +
           "," + std::to_string(estimate.rows) + "\n";
  }
}

}  // namespace

std::string figures_csv(const EvalReport& report) {
  std::string out = "predictor,table,row,column,value,low,high,rows\n";
  for (const PredictorScore& predictor : report.predictors)
    add_figures(predictor.name, predictor.figures, out);
  for (const GroupScore& group : report.groups)
    add_figures(group.by + "=" + group.name, group.figures, out);
  if (report.unsteady_score) add_figures("unsteady", report.unsteady_score->figures, out);
  return out;
}

std::string rows_csv(const EvalInput& input) {
  std::string out = "recipe,language,launch,family,source,motif,time_spread";
  for (const Metric& metric : metrics()) {
    const std::string name(metric.name);
    out += "," + name + "," + name + "_predicted," + name + "_error";
  }
  out += "\n";
  for (size_t i = 0; i < input.rows.size(); ++i) {
    if (input.sides[i] != Side::Test) continue;
    const ScoredRow& row = input.rows[i];
    out += csv_cell(row.recipe) + "," + row.language + "," + csv_cell(row.launch) + "," +
           csv_cell(row.family) + "," + row.source + "," + csv_cell(row.motif) + "," +
           csv_cell(row.time_spread);
    const MetricValues truth = truth_of(row.measured, row.has_counters);
    for (size_t metric = 0; metric < kMetrics; ++metric) {
      const double predicted = input.answers[i].values[metric];
      out += "," + csv_cell(truth[metric]) + "," + csv_cell(predicted) + "," +
             csv_cell(relative_error(predicted, truth[metric]));
    }
    out += "\n";
  }
  return out;
}

}  // namespace kcast::eval
