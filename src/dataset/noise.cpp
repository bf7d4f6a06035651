#include "dataset/noise.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "base/quantile.h"

namespace kcast::dataset {
namespace {

std::string launch_key(const Row& row) {
  std::string key = row.kernel.recipe;
  for (const std::string* part : {&row.kernel.language, &row.launch, &row.gpu, &row.collector}) {
    key += '\t';
    key += *part;
  }
  return key;
}

// Labels beside their repeats.
std::vector<std::pair<const Row*, const Row*>> pairs_of(const SampleSet& set) {
  std::unordered_map<std::string, std::vector<const Row*>> repeats;
  for (const Row& row : set.repeats)
    repeats[launch_key(row)].push_back(&row);
  std::vector<std::pair<const Row*, const Row*>> pairs;
  if (repeats.empty()) return pairs;
  for (const Row& label : set.labels) {
    const auto found = repeats.find(launch_key(label));
    if (found == repeats.end()) continue;
    for (const Row* repeat : found->second)
      pairs.emplace_back(&label, repeat);
  }
  return pairs;
}

}  // namespace

std::vector<NoiseFloor> noise_floors(const SampleSet& set) {
  const auto pairs = pairs_of(set);
  std::vector<NoiseFloor> out;
  for (const Metric& metric : metrics()) {
    std::vector<double> relative;
    std::vector<double> absolute;
    for (const auto& [label, repeat] : pairs) {
      const bool both = has_counters(label->reading.values) && has_counters(repeat->reading.values);
      if (!both && metric.base != &BaseQuantities::time_us) continue;
      const auto a = metric_value(metric, label->reading.values);
      const auto b = metric_value(metric, repeat->reading.values);
      if (!a || !b || !std::isfinite(*a) || !std::isfinite(*b)) continue;
      const double difference = std::abs(*a - *b);
      const double mean = (std::abs(*a) + std::abs(*b)) / 2;
      absolute.push_back(difference);
      relative.push_back(mean > 0 ? difference / mean : 0);
    }
    std::sort(relative.begin(), relative.end());
    std::sort(absolute.begin(), absolute.end());
    out.push_back({&metric, relative.size(), quantile_of(relative, 0.5), quantile_of(relative, 0.9),
                   quantile_of(absolute, 0.9)});
  }
  return out;
}

std::string noise_json(std::span<const NoiseFloor> floors) {
  nlohmann::ordered_json metrics_json = nlohmann::ordered_json::object();
  for (const NoiseFloor& floor : floors) {
    metrics_json[std::string(floor.metric->name)] = {{"unit", floor.metric->unit},
                                                     {"pairs", floor.pairs},
                                                     {"relative_p50", floor.relative_p50},
                                                     {"relative_p90", floor.relative_p90},
                                                     {"absolute_p90", floor.absolute_p90}};
  }
  return nlohmann::ordered_json{{"version", 1}, {"metrics", metrics_json}}.dump(2) + "\n";
}

}  // namespace kcast::dataset
