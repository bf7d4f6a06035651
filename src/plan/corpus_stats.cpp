#include "plan/corpus_stats.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/histograms_svg.h"
#include "base/quantile.h"
#include "base/text.h"
#include "corpus/recipe.h"

namespace kcast::plan {
namespace {

double ratio(double a, double b) {
  return b > 0 ? a / b : 0;
}

constexpr LaunchFeature kFeatures[] = {
    {"time", "us", true, [](const PlannedLaunch& r) { return r.time_us; }},
    {"memory", "bytes", true, [](const PlannedLaunch& r) { return static_cast<double>(r.bytes); }},
    {"blocks", "", true, [](const PlannedLaunch& r) { return static_cast<double>(r.blocks); }},
    {"threads per block", "", true,
     [](const PlannedLaunch& r) { return static_cast<double>(r.threads); }},
    {"HBM intensity", "FLOP/B", true,
     [](const PlannedLaunch& r) { return ratio(r.flops, r.hbm_bytes); }},
    {"L2 intensity", "FLOP/B", true,
     [](const PlannedLaunch& r) { return ratio(r.flops, r.l2_bytes); }},
    {"L1 intensity", "FLOP/B", true,
     [](const PlannedLaunch& r) { return ratio(r.flops, r.l1_bytes); }},
    {"integer intensity", "op/B", true,
     [](const PlannedLaunch& r) { return ratio(r.int_ops, r.hbm_bytes); }},
    {"FLOP rate", "GFLOP/s", true,
     [](const PlannedLaunch& r) { return ratio(r.flops, r.time_us) / 1e3; }},
    {"HBM bandwidth", "GB/s", true,
     [](const PlannedLaunch& r) { return ratio(r.hbm_bytes, r.time_us) / 1e3; }},
    {"instructions per thread", "", true,
     [](const PlannedLaunch& r) {
       return ratio(32 * r.instructions, static_cast<double>(r.blocks * r.threads));
     }},
    {"L1 hit rate", "%", false, [](const PlannedLaunch& r) { return r.l1_hit; }},
    {"L2 hit rate", "%", false, [](const PlannedLaunch& r) { return r.l2_hit; }},
    {"share of FMA pipe", "", false, [](const PlannedLaunch& r) { return r.fma; }},
    {"share of integer pipe", "", false, [](const PlannedLaunch& r) { return r.alu; }},
    {"share of memory pipe", "", false, [](const PlannedLaunch& r) { return r.lsu; }},
};

std::vector<double> sorted_values(std::span<const PlannedLaunch> rows,
                                  const LaunchFeature& feature) {
  std::vector<double> values;
  values.reserve(rows.size());
  for (const PlannedLaunch& row : rows)
    values.push_back(feature.value(row));
  std::sort(values.begin(), values.end());
  return values;
}

FeatureSummary summary_of(std::string_view name, std::string_view unit,
                          const std::vector<double>& sorted) {
  constexpr std::array<double, 5> kShares = {0.05, 0.25, 0.5, 0.75, 0.95};
  FeatureSummary summary{name, unit, {}};
  for (size_t i = 0; i < kShares.size(); ++i)
    summary.quantiles[i] = quantile_of(sorted, kShares[i]);
  return summary;
}

size_t regime_index(const PlannedLaunch& row, const Gpu& gpu) {
  return static_cast<size_t>(launch::regime_of(row.blocks, gpu));
}

struct Range {
  double low = 0;
  double high = 0;
  bool has_zero = false;
  bool any = false;

  bool holds(double value) const {
    if (!any) return false;
    return value <= 0 ? has_zero : value >= low && value <= high;
  }
};

Range range_of(const std::vector<double>& sorted) {
  constexpr double kTail = 0.005;
  Range range;
  range.any = !sorted.empty();
  if (!range.any) return range;
  const auto first = std::upper_bound(sorted.begin(), sorted.end(), 0.0);
  range.has_zero = first != sorted.begin();
  const std::vector<double> positive(first, sorted.end());
  range.low = quantile_of(positive, kTail);
  range.high = quantile_of(positive, 1 - kTail);
  return range;
}

const char* source_name(corpus::Generator generator) {
  switch (generator) {
    case corpus::Generator::Synthetic:
      return "synthetic";
    case corpus::Generator::Omniwise:
      return "omniwise";
    case corpus::Generator::Motif:
      return "motif";
    case corpus::Generator::Authored:
      break;
  }
  return "authored";
}

void count_kernels(std::span<const PlannedLaunch> rows, CorpusStats& out) {
  std::set<std::string> kernels;
  std::set<std::string> families;
  for (const PlannedLaunch& row : rows) {
    if (!kernels.insert(row.recipe).second) continue;
    const auto recipe = corpus::parse_recipe(row.recipe);
    if (!recipe) continue;
    families.insert(corpus::recipe_family(*recipe));
    ++out.kernels_by_source[source_name(recipe->generator)];
    if (recipe->generator == corpus::Generator::Motif) ++out.kernels_by_motif[recipe->name];
  }
  out.kernels = kernels.size();
  out.families = families.size();
}

std::vector<double> feature_values(std::span<const PlannedLaunch> rows,
                                   const LaunchFeature& feature) {
  std::vector<double> out;
  for (const PlannedLaunch& row : rows)
    out.push_back(feature.value(row));
  return out;
}

}  // namespace

std::span<const LaunchFeature> launch_features() {
  return kFeatures;
}

CorpusStats corpus_stats(std::span<const PlannedLaunch> rows, const Gpu& gpu) {
  constexpr int64_t kLarge = int64_t{512} << 20;
  CorpusStats out;
  out.launches = rows.size();
  count_kernels(rows, out);
  for (const PlannedLaunch& row : rows) {
    ++out.launches_by_language[row.language];
    ++out.by_regime[regime_index(row, gpu)];
    out.over_l2 += row.bytes > gpu.l2.size_bytes ? 1 : 0;
    out.over_512_mib += row.bytes > kLarge ? 1 : 0;
    out.under_1_ms += row.time_us < 1000 ? 1 : 0;
    out.rebalanced += row.chosen == "time" ? 1 : 0;
    out.compute_bound += row.bound == "compute" ? 1 : 0;
  }
  for (const LaunchFeature& feature : kFeatures)
    out.features.push_back(summary_of(feature.name, feature.unit, sorted_values(rows, feature)));
  return out;
}

std::vector<FeatureSummary> text_sizes(std::string_view kernels_tsv) {
  constexpr size_t kBytesColumn = 4;
  constexpr size_t kLinesColumn = 5;
  std::vector<double> bytes;
  std::vector<double> lines;
  for (const std::string& line : split(kernels_tsv, '\n')) {
    const std::vector<std::string> cells = split(line, '\t');
    const auto size = cells.size() > kLinesColumn ? parse_int(cells[kBytesColumn]) : std::nullopt;
    if (!size || *size <= 0) continue;
    bytes.push_back(static_cast<double>(*size));
    lines.push_back(static_cast<double>(parse_int(cells[kLinesColumn]).value_or(0)));
  }
  std::sort(bytes.begin(), bytes.end());
  std::sort(lines.begin(), lines.end());
  return {summary_of("text", "bytes", bytes), summary_of("text", "lines", lines)};
}

std::vector<Coverage> coverage_of(std::span<const PlannedLaunch> others,
                                  std::span<const PlannedLaunch> rows, const Gpu& gpu) {
  std::array<std::vector<PlannedLaunch>, 3> by_regime;
  for (const PlannedLaunch& row : rows)
    by_regime[regime_index(row, gpu)].push_back(row);
  std::vector<Coverage> out;
  for (const LaunchFeature& feature : kFeatures) {
    std::array<Range, 3> ranges;
    for (size_t r = 0; r < 3; ++r)
      ranges[r] = range_of(sorted_values(by_regime[r], feature));
    std::array<double, 3> inside{};
    std::array<double, 3> all{};
    for (const PlannedLaunch& row : others) {
      const size_t r = regime_index(row, gpu);
      all[r] += 1;
      inside[r] += ranges[r].holds(feature.value(row)) ? 1 : 0;
    }
    Coverage coverage;
    coverage.feature = feature.name;
    coverage.share = ratio(inside[0] + inside[1] + inside[2], all[0] + all[1] + all[2]);
    for (size_t r = 0; r < 3; ++r)
      coverage.by_regime[r] = all[r] > 0 ? inside[r] / all[r] : -1;
    out.push_back(coverage);
  }
  return out;
}

std::string histograms_svg(std::span<const PlannedLaunch> rows,
                           std::span<const PlannedLaunch> others, const std::string& title) {
  std::vector<HistogramPanel> panels;
  for (const LaunchFeature& feature : launch_features()) {
    panels.push_back({std::string(feature.name), std::string(feature.unit), feature.logarithmic,
                      feature_values(rows, feature), feature_values(others, feature)});
  }
  return kcast::histograms_svg(panels, title,
                               std::string("share of launches; zeros are left out of logarithmic "
                                           "axes") +
                                   (others.empty() ? "" : "; red: the other plan"));
}

}  // namespace kcast::plan
