#include "dataset/summary.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/quantile.h"
#include "schema/omniwise.h"

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

// "naive" of "motif-1:transpose/naive:5".
std::string level_of(const std::string& recipe) {
  const size_t begin = recipe.find('/') + 1;
  if (begin == 0) return "";
  return recipe.substr(begin, recipe.find(':', begin) - begin);
}

void count_groups(const SampleSet& set, SetSummary& out) {
  GroupCounter all;
  std::map<std::string, GroupCounter> sources;
  std::map<std::string, GroupCounter> languages;
  std::map<std::string, GroupCounter> readers;
  std::map<std::string, GroupCounter> motifs;
  std::map<std::string, GroupCounter> levels;
  std::map<std::string, GroupCounter> domains;
  for (const Row& row : set.labels) {
    all.add(row);
    const FamilyParts family = family_parts(row.kernel.family);
    sources[std::string(family.source)].add(row);
    if (family.source == "motif") {
      motifs[std::string(family.group)].add(row);
      levels[level_of(row.kernel.recipe)].add(row);
    }
    if (family.source == "auth") domains[std::string(family.group)].add(row);
    languages[row.kernel.language].add(row);
    readers[row.collector + " on " + row.gpu].add(row);
  }
  out.all = all.count();
  for (const auto& [groups, counts] :
       {std::pair{&sources, &out.by_source}, std::pair{&languages, &out.by_language},
        std::pair{&readers, &out.by_reader}, std::pair{&motifs, &out.by_motif},
        std::pair{&levels, &out.by_level}, std::pair{&domains, &out.by_domain}}) {
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

struct FigureCounter {
  const char* metric;
  const char* name;
};

struct FigureForm {
  int number;
  const char* name;
  const char* title;
  std::array<FigureCounter, 2> counters;
};

constexpr FigureForm kFigures[] = {
    {4,
     "figure4-hit-rates",
     "Cache hit rates",
     {{{"l1_hit_rate_pct", "L1 hit rate"}, {"l2_hit_rate_pct", "L2 hit rate"}}}},
    {5,
     "figure5-cache-bandwidth",
     "Cache bandwidths",
     {{{"l1_bandwidth_gbs", "L1 bandwidth"}, {"l2_bandwidth_gbs", "L2 bandwidth"}}}},
    {6,
     "figure6-hbm-bandwidth",
     "HBM bandwidths",
     {{{"hbm_read_bandwidth_gbs", "HBM read bandwidth"},
       {"hbm_write_bandwidth_gbs", "HBM write bandwidth"}}}},
    {7,
     "figure7-cache-intensity",
     "Arithmetic intensity at the caches",
     {{{"l1_arithmetic_intensity", "L1 intensity"}, {"l2_arithmetic_intensity", "L2 intensity"}}}},
    {8,
     "figure8-hbm-intensity-gflops",
     "Arithmetic intensity at HBM, and the rate",
     {{{"hbm_arithmetic_intensity", "HBM intensity"}, {"gflops", "GFLOP/s"}}}}};

double ceiling_of(std::string_view metric) {
  for (const OmniwiseCounter& counter : omniwise_counters()) {
    if (counter.metric == metric) return counter.ceiling;
  }
  return 1;
}

void add_figure_panels(const SampleSet& set, const FigureCounter& counter,
                       std::vector<HistogramPanel>& panels) {
  const double ceiling = ceiling_of(counter.metric);
  HistogramPanel own = metric_panel(set, *find_metric(counter.metric));
  own.name = counter.name;
  HistogramPanel shares = own;
  shares.logarithmic = false;
  shares.unit = "/ " + std::to_string(static_cast<int>(ceiling)) + " " + own.unit;
  for (double& value : shares.values)
    value = std::min(value / ceiling, 1.0);
  panels.push_back(std::move(shares));
  if (own.logarithmic) panels.push_back(std::move(own));
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
  HistogramPanel sm{"sm_clock_mhz", "MHz", false, {}, {}, true};
  HistogramPanel memory{"memory_clock_mhz", "MHz", false, {}, {}, true};
  HistogramPanel spread{"time_spread", "", true, {}, {}};
  for (size_t i = 0; i < set.labels.size(); ++i) {
    const LaunchReading& reading = set.labels[i].reading;
    if (has_counters(reading.values)) flops.values.push_back(total_flops(reading.values));
    if (reading.sm_clock_mhz > 0) sm.values.push_back(reading.sm_clock_mhz);
    if (reading.memory_clock_mhz > 0) memory.values.push_back(reading.memory_clock_mhz);
    spread.values.push_back(set.numbers[i].spread);
  }
  for (HistogramPanel* panel : {&flops, &sm, &memory, &spread})
    out.push_back(std::move(*panel));
  return out;
}

std::vector<OmniwiseFigure> omniwise_figures(const SampleSet& set) {
  std::vector<OmniwiseFigure> out;
  for (const FigureForm& form : kFigures) {
    OmniwiseFigure& figure =
        out.emplace_back(OmniwiseFigure{form.number, form.name, form.title, {}});
    for (const FigureCounter& counter : form.counters)
      add_figure_panels(set, counter, figure.panels);
  }
  return out;
}

}  // namespace kcast::dataset
