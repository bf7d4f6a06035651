#include "predict/compare.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <tuple>

#include "predict/classify.h"

namespace kcast::predict {

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Key = std::tuple<std::string, std::string, Settings>;  // kernel, GPU, settings

std::set<std::string> names_of(const PredictReport& report) {
  std::set<std::string> names;
  for (const LaunchPrediction& entry : report.predictions)
    names.insert(entry.name);
  return names;
}

// A region of OpenMP is called after its line, which moves: "saxpy:9" is meant by "saxpy". Those of
// one function are compared in their order.
std::string without_line(const std::string& name) {
  const size_t colon = name.rfind(':');
  const bool ends_in_line = colon != std::string::npos && colon + 1 < name.size() &&
                            name.find_first_not_of("0123456789.", colon + 1) == std::string::npos;
  return ends_in_line ? name.substr(0, colon) : name;
}

std::map<Key, std::vector<const LaunchPrediction*>> by_key(const PredictReport& report,
                                                           bool with_name) {
  std::map<Key, std::vector<const LaunchPrediction*>> out;
  for (const LaunchPrediction& entry : report.predictions) {
    const std::string name = with_name ? without_line(entry.name) : "";
    out[{name, entry.prediction.gpu, entry.settings}].push_back(&entry);
  }
  for (auto& [key, list] : out) {
    std::stable_sort(list.begin(), list.end(),
                     [](const LaunchPrediction* a, const LaunchPrediction* b) {
                       return a->launch_line < b->launch_line;
                     });
  }
  return out;
}

void add_name(const std::string& name, std::vector<std::string>& out) {
  if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
}

std::string print(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.4g", value);
  return buffer;
}

}  // namespace

Comparison compare(const PredictReport& before, const PredictReport& after) {
  const std::set<std::string> old_names = names_of(before);
  const std::set<std::string> new_names = names_of(after);
  // Two versions of one kernel often have two names.
  const bool with_name = old_names.size() != 1 || new_names.size() != 1;
  auto old_launches = by_key(before, with_name);
  auto new_launches = by_key(after, with_name);
  Comparison out;
  for (auto& [key, olds] : old_launches) {
    const auto found = new_launches.find(key);
    const size_t partners = found == new_launches.end() ? 0 : found->second.size();
    for (size_t i = 0; i < olds.size(); ++i) {
      if (i < partners) {
        out.changes.push_back({*olds[i], *found->second[i]});
      } else {
        add_name(olds[i]->name, out.only_before);
      }
    }
    for (size_t i = olds.size(); i < partners; ++i)
      add_name(found->second[i]->name, out.only_after);
    if (partners > 0) new_launches.erase(found);
  }
  for (const auto& [key, news] : new_launches) {
    for (const LaunchPrediction* entry : news)
      add_name(entry->name, out.only_after);
  }
  return out;
}

std::optional<double> relative_change(double before, double after) {
  if (before == after) return 0;
  if (before == 0) return std::nullopt;
  return (after - before) / before;
}

bool breaks_rule(const FailRule& rule, const LaunchChange& change) {
  const Metric* metric = find_metric(rule.metric);
  if (metric == nullptr) return false;
  const auto before = metric_value(*metric, change.before);
  const auto after = metric_value(*metric, change.after);
  if (!after) return false;
  const auto passes = [&](double value) {
    return rule.above ? value > rule.amount : value < rule.amount;
  };
  if (rule.of == FailRule::Of::Value) return passes(*after);
  if (!before) return false;
  if (rule.of == FailRule::Of::Change) return passes(*after - *before);
  const auto relative = relative_change(*before, *after);
  // From nothing to something is more than any percentage.
  if (!relative) return rule.above;
  return passes(*relative * 100);
}

std::vector<std::string> broken_rules(const Comparison& comparison,
                                      std::span<const FailRule> rules) {
  std::vector<std::string> out;
  for (const LaunchChange& change : comparison.changes) {
    for (const FailRule& rule : rules) {
      if (!breaks_rule(rule, change)) continue;
      const Metric& metric = *find_metric(rule.metric);
      const auto before = metric_value(metric, change.before);
      const double after = metric_value(metric, change.after).value_or(0);
      std::string text = change.after.name + " on " + change.after.prediction.gpu + ": " +
                         rule.text + " (" + (before ? print(*before) : "none") + " -> " +
                         print(after);
      const auto relative = before ? relative_change(*before, after) : std::nullopt;
      if (relative)
        text += ", " + std::string(*relative >= 0 ? "+" : "") + print(*relative * 100) + " %";
      out.push_back(text + ")");
    }
  }
  return out;
}

}  // namespace kcast::predict
