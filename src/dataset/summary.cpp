#include "dataset/summary.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/quantile.h"
#include "dataset/omniwise.h"

namespace kcast::dataset {
namespace {

constexpr double kUnsteady = 0.1;

// Counts launches, and kernels and families once.
class GroupCounter {
 public:
  void add(const Row& row) {
    ++count_.launches;
    kernels_.insert(row.kernel.recipe + "\t" + row.kernel.language);
    families_.insert(row.kernel.family);
  }

  GroupCount count() const { return {count_.launches, kernels_.size(), families_.size()}; }

 private:
  GroupCount count_;
  std::unordered_set<std::string> kernels_;
  std::unordered_set<std::string> families_;
};

void count_groups(const SampleSet& set, SetSummary& out) {
  GroupCounter all;
  std::map<std::string, GroupCounter> sources;
  std::map<std::string, GroupCounter> languages;
  std::map<std::string, GroupCounter> readers;
  for (const Row& row : set.labels) {
    all.add(row);
    sources[std::string(family_parts(row.kernel.family).source)].add(row);
    languages[row.kernel.language].add(row);
    readers[row.collector + " on " + row.gpu].add(row);
  }
  out.all = all.count();
  for (const auto& [groups, counts] :
       {std::pair{&sources, &out.by_source}, std::pair{&languages, &out.by_language},
        std::pair{&readers, &out.by_reader}}) {
    for (const auto& [name, group] : *groups)
      (*counts)[name] = group.count();
  }
  for (const StoredFailure& failure : set.failures)
    ++out.failures[failure.failure.reason];
}

void count_rows(const SampleSet& set, const SplitRules& rules, const Classify& classify,
                SetSummary& out) {
  const bool sized = std::any_of(set.numbers.begin(), set.numbers.end(),
                                 [](const LabelNumbers& n) { return n.blocks > 0; });
  for (size_t i = 0; i < set.labels.size(); ++i) {
    const Row& row = set.labels[i];
    const LabelNumbers& numbers = set.numbers[i];
    out.unsteady += numbers.spread > kUnsteady ? 1 : 0;
    const auto found =
        has_counters(row.reading.values) ? classify(row.reading.values, row.gpu) : std::nullopt;
    if (found) {
      ++(found->compute ? out.classes.compute : out.classes.bandwidth);
      out.classes.near_ridge += found->near_ridge ? 1 : 0;
    }
    const SplitRow split_row = {row.kernel.recipe,
                                row.kernel.language,
                                row.launch,
                                row.kernel.family,
                                static_cast<double>(numbers.buffer_bytes),
                                static_cast<double>(numbers.blocks * numbers.threads)};
    for (const Split split : kSplits) {
      if (split == Split::Size && !sized) continue;
      const Side side = rules.side(split, split_row);
      ++out.by_side[std::string(split_name(split))][static_cast<size_t>(side)];
    }
  }
}

Quantiles quantiles_of(const HistogramPanel& panel) {
  constexpr std::array<double, 7> kShares = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
  std::vector<double> sorted;
  for (const double value : panel.values) {
    if (std::isfinite(value)) sorted.push_back(value);
  }
  std::sort(sorted.begin(), sorted.end());
  Quantiles out{panel.name, panel.unit, sorted.size(), {}};
  for (size_t i = 0; i < kShares.size(); ++i)
    out.at[i] = quantile_of(sorted, kShares[i]);
  return out;
}

HistogramPanel metric_panel(const SampleSet& set, const Metric& metric) {
  HistogramPanel panel{
      std::string(metric.name), std::string(metric.unit), metric.unit != "%", {}, {}};
  for (const Row& row : set.labels) {
    if (metric.base != &BaseQuantities::time_us && !has_counters(row.reading.values)) continue;
    if (const auto value = metric_value(metric, row.reading.values)) {
      panel.values.push_back(*value);
    }
  }
  return panel;
}

// "L1_Cache_Arithmetic_Intensity" is wider than a picture.
std::string short_name(std::string key) {
  for (const auto& [from, to] :
       {std::pair{"_Cache", ""}, std::pair{"Arithmetic_Intensity", "intensity"},
        std::pair{"_", " "}}) {
    for (size_t at = key.find(from); at != std::string::npos; at = key.find(from))
      key.replace(at, std::string_view(from).size(), to);
  }
  return key;
}

}  // namespace

SetSummary summarize(const SampleSet& set, const SplitRules& rules, const Classify& classify) {
  SetSummary out;
  count_groups(set, out);
  count_rows(set, rules, classify, out);
  for (const HistogramPanel& panel : distributions(set))
    out.quantiles.push_back(quantiles_of(panel));
  out.noise = noise_floors(set);
  return out;
}

std::vector<HistogramPanel> distributions(const SampleSet& set) {
  std::vector<HistogramPanel> out;
  for (const Metric& metric : metrics())
    out.push_back(metric_panel(set, metric));
  HistogramPanel flops{"flops", "FLOP", true, {}, {}};
  HistogramPanel sm{"sm_clock_mhz", "MHz", true, {}, {}};
  HistogramPanel memory{"memory_clock_mhz", "MHz", true, {}, {}};
  HistogramPanel spread{"time_spread", "", true, {}, {}};
  for (size_t i = 0; i < set.labels.size(); ++i) {
    const LaunchReading& reading = set.labels[i].reading;
    if (has_counters(reading.values)) flops.values.push_back(total_flops(reading.values));
    sm.values.push_back(reading.sm_clock_mhz);
    memory.values.push_back(reading.memory_clock_mhz);
    spread.values.push_back(set.numbers[i].spread);
  }
  for (HistogramPanel* panel : {&flops, &sm, &memory, &spread})
    out.push_back(std::move(*panel));
  return out;
}

std::vector<HistogramPanel> omniwise_distributions(const SampleSet& set) {
  std::vector<HistogramPanel> out;
  for (const OmniwiseCounter& counter : omniwise_counters()) {
    const std::string key = counter.key;
    if (key == "L1_Cache_GFLOPS" || key == "L2_Cache_GFLOPS") continue;  // those of HBM again
    HistogramPanel panel = metric_panel(set, *find_metric(counter.metric));
    panel.name = short_name(key);
    panel.unit = "of " + std::to_string(static_cast<int>(counter.ceiling)) + " " + panel.unit;
    panel.logarithmic = false;
    for (double& value : panel.values)
      value = std::min(value / counter.ceiling, 1.0);
    out.push_back(std::move(panel));
  }
  return out;
}

}  // namespace kcast::dataset
