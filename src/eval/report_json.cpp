#include "eval/report_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace kcast::eval {
namespace {

using nlohmann::ordered_json;

// JSON has no NaN.
ordered_json number_or_null(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

// {"counters": {"l1_hit_rate_pct": {"within_10": {"value": .., "low": .., "high": .., "rows":
// ..}}}}
ordered_json figures_json(const std::vector<Figure>& figures) {
  ordered_json out = ordered_json::object();
  for (const Figure& figure : figures) {
    out[figure.table][figure.row][figure.column] = {
        {"value", number_or_null(figure.estimate.value)},
        {"low", number_or_null(figure.estimate.low)},
        {"high", number_or_null(figure.estimate.high)},
        {"rows", figure.estimate.rows}};
  }
  return out;
}

ordered_json group_json(const GroupScore& group) {
  return {{"by", group.by},
          {"name", group.name},
          {"launches", group.launches},
          {"families", group.families},
          {"figures", figures_json(group.figures)}};
}

ordered_json worst_json(const std::vector<WorstFamily>& families) {
  ordered_json out = ordered_json::array();
  for (const WorstFamily& family : families) {
    out.push_back({{"family", family.family},
                   {"launches", family.rows},
                   {"error", number_or_null(family.error)},
                   {"recipe", family.recipe},
                   {"language", family.language},
                   {"launch", family.launch},
                   {"metric", family.metric},
                   {"predicted", number_or_null(family.predicted)},
                   {"measured", number_or_null(family.measured)}});
  }
  return out;
}

ordered_json floors_json(const MetricValues& floors) {
  ordered_json out;
  for (size_t i = 0; i < kMetrics; ++i)
    out[std::string(metrics()[i].name)] = number_or_null(floors[i]);
  return out;
}

}  // namespace

std::string report_json(const EvalReport& report) {
  ordered_json out = {{"title", report.title},
                      {"gpu", report.gpu},
                      {"split", report.split},
                      {"launches", report.launches},
                      {"kernels", report.kernels},
                      {"families", report.families},
                      {"train_launches", report.train_launches},
                      {"unsteady_launches", report.unsteady},
                      {"steady_spread", report.steady_spread},
                      {"repeated_launches", report.repeats},
                      {"not_predicted", report.not_predicted},
                      {"not_measured", report.failures},
                      {"noise_floors", floors_json(report.floors)},
                      {"ceilings", report.ceilings_of}};
  out["predictors"] = ordered_json::array();
  for (const PredictorScore& predictor : report.predictors) {
    out["predictors"].push_back({{"name", predictor.name},
                                 {"about", predictor.about},
                                 {"not_predicted", predictor.not_predicted},
                                 {"figures", figures_json(predictor.figures)}});
  }
  out["groups"] = ordered_json::array();
  for (const GroupScore& group : report.groups)
    out["groups"].push_back(group_json(group));
  if (report.unsteady_score) out["unsteady"] = group_json(*report.unsteady_score);
  out["worst_by_time"] = worst_json(report.worst_time);
  out["worst_by_counters"] = worst_json(report.worst_counters);
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace kcast::eval
