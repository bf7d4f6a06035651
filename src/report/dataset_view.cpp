#include "report/dataset_view.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace kcast::report {
namespace {

using nlohmann::ordered_json;

std::string share_of(size_t part, size_t all) {
  const double share = all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  return format_number(100 * share, 1) + " %";
}

std::string group_lines(const char* title,
                        const std::map<std::string, dataset::GroupCount>& groups) {
  std::string out = pad_right(title, 32) + pad_left("launches", 10) + pad_left("kernels", 10) +
                    pad_left("families", 10) + "\n";
  for (const auto& [name, count] : groups) {
    out += "  " + pad_right(name, 30) + pad_left(std::to_string(count.launches), 10) +
           pad_left(std::to_string(count.kernels), 10) +
           pad_left(std::to_string(count.families), 10) + "\n";
  }
  return out;
}

std::string side_lines(const dataset::SetSummary& summary) {
  std::string out = pad_right("split", 32) + pad_left("train", 10) + pad_left("val", 10) +
                    pad_left("test", 10) + "\n";
  for (const auto& [name, sides] : summary.by_side) {
    out += "  " + pad_right(name, 30);
    for (const size_t side : sides)
      out += pad_left(std::to_string(side), 10);
    out += "\n";
  }
  if (!summary.by_side.contains("size")) out += "  size: known after kcast dataset export\n";
  return out;
}

std::string quantile_lines(const dataset::SetSummary& summary) {
  std::string out = pad_right("", 35) + pad_left("values", 9);
  for (const char* name : {"least", "5 %", "25 %", "50 %", "75 %", "95 %", "most"})
    out += pad_left(name, 10);
  out += "\n";
  for (const dataset::Quantiles& row : summary.quantiles) {
    out += "  " + pad_right(row.name, 25) + pad_right(row.unit, 8) +
           pad_left(std::to_string(row.values), 9);
    for (const double value : row.at)
      out += pad_left(format_digits(value, 3), 10);
    out += "\n";
  }
  return out;
}

ordered_json groups_json(const std::map<std::string, dataset::GroupCount>& groups) {
  ordered_json out = ordered_json::object();
  for (const auto& [name, count] : groups) {
    out[name] = {
        {"launches", count.launches}, {"kernels", count.kernels}, {"families", count.families}};
  }
  return out;
}

}  // namespace

std::string summary_text(const dataset::SetSummary& summary) {
  const size_t launches = summary.all.launches;
  const dataset::ClassCount& classes = summary.classes;
  const size_t classified = classes.compute + classes.bandwidth;
  std::string out = std::to_string(launches) + " launches of " +
                    std::to_string(summary.all.kernels) + " kernels in " +
                    std::to_string(summary.all.families) + " families\n\n";
  out += group_lines("source", summary.by_source) + group_lines("language", summary.by_language) +
         group_lines("collector", summary.by_reader) + side_lines(summary);
  out += pad_right("failures", 32) + pad_left("launches", 10) + "\n";
  for (const auto& [reason, count] : summary.failures)
    out += "  " + pad_right(reason, 30) + pad_left(std::to_string(count), 10) + "\n";
  if (summary.failures.empty()) out += "  none\n";
  out += "\n  " + pad_right("compute-bound", 30) + share_of(classes.compute, classified) + "\n  " +
         pad_right("bandwidth-bound", 30) + share_of(classes.bandwidth, classified) + "\n  " +
         pad_right("within 10 % of a ridge", 30) + share_of(classes.near_ridge, classified) +
         "\n  " + pad_right("times spread over 10 %", 30) + share_of(summary.unsteady, launches) +
         "\n\n" + quantile_lines(summary) + "\n" + noise_text(summary.noise);
  return out;
}

std::string summary_json(const dataset::SetSummary& summary) {
  ordered_json out = {{"launches", summary.all.launches},
                      {"kernels", summary.all.kernels},
                      {"families", summary.all.families},
                      {"by_source", groups_json(summary.by_source)},
                      {"by_language", groups_json(summary.by_language)},
                      {"by_collector", groups_json(summary.by_reader)},
                      {"by_side", summary.by_side},
                      {"failures", summary.failures},
                      {"compute_bound", summary.classes.compute},
                      {"bandwidth_bound", summary.classes.bandwidth},
                      {"near_ridge", summary.classes.near_ridge},
                      {"spread_over_10_percent", summary.unsteady},
                      {"quantiles", ordered_json::object()}};
  for (const dataset::Quantiles& row : summary.quantiles) {
    out["quantiles"][row.name] = {{"unit", row.unit}, {"values", row.values}, {"at", row.at}};
  }
  out["noise"] = ordered_json::parse(dataset::noise_json(summary.noise))["metrics"];
  return out.dump(2) + "\n";
}

std::string noise_text(std::span<const dataset::NoiseFloor> floors) {
  const bool any = std::any_of(floors.begin(), floors.end(),
                               [](const dataset::NoiseFloor& floor) { return floor.pairs > 0; });
  if (!any) return "noise floor: no launch was measured twice (kcast collect --again)\n";
  std::string out = "noise floor: how far two readings of a launch differ\n" + pad_right("", 35) +
                    pad_left("pairs", 9) + pad_left("50 %", 11) + pad_left("90 %", 11) +
                    pad_left("90 %, absolute", 18) + "\n";
  for (const dataset::NoiseFloor& floor : floors) {
    out += "  " + pad_right(floor.metric->name, 33) + pad_left(std::to_string(floor.pairs), 9) +
           pad_left(format_number(100 * floor.relative_p50, 2) + " %", 11) +
           pad_left(format_number(100 * floor.relative_p90, 2) + " %", 11) +
           pad_left(format_digits(floor.absolute_p90, 3), 12) + " " +
           std::string(floor.metric->unit) + "\n";
  }
  return out;
}

std::string rules_text(std::span<const dataset::RuleReport> reports) {
  std::string out;
  for (const dataset::RuleReport& report : reports) {
    const bool right = report.broken == 0;
    out += pad_right(right ? "ok" : "WRONG", 7) + pad_right(report.rule, 56) +
           pad_left(std::to_string(report.checked), 9) + " checked";
    if (!right) out += ", " + std::to_string(report.broken) + " broken";
    out += "\n";
    for (const std::string& example : report.examples)
      out += "         " + example + "\n";
  }
  return out;
}

std::string rules_json(std::span<const dataset::RuleReport> reports) {
  ordered_json out = ordered_json::array();
  for (const dataset::RuleReport& report : reports) {
    out.push_back({{"rule", report.rule},
                   {"checked", report.checked},
                   {"broken", report.broken},
                   {"examples", report.examples}});
  }
  return out.dump(2) + "\n";
}

std::string features_text(const FeatureCounts& counts) {
  std::string out = std::to_string(counts.launches) + " launches of " +
                    std::to_string(counts.kernels) + " kernels have features now";
  if (counts.without > 0) out += "; " + std::to_string(counts.without) + " cannot be analysed";
  return out + "\n";
}

}  // namespace kcast::report
