// What the launches of a plan are like: distributions, and how far one plan covers another.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "launch/regime.h"
#include "plan/launch_table.h"
#include "schema/gpu/gpu.h"

namespace kcast::plan {

// A number that every launch has.
struct LaunchFeature {
  std::string_view name;
  std::string_view unit;
  bool logarithmic = true;
  double (*value)(const PlannedLaunch&) = nullptr;
};

std::span<const LaunchFeature> launch_features();

struct FeatureSummary {
  std::string_view name;
  std::string_view unit;
  std::array<double, 5> quantiles{};  // 5, 25, 50, 75, 95 %
};

struct CorpusStats {
  size_t kernels = 0;
  size_t families = 0;
  size_t launches = 0;
  std::map<std::string, size_t> kernels_by_source;  // synthetic, omniwise, motif, authored
  std::map<std::string, size_t> kernels_by_motif;
  std::map<std::string, size_t> launches_by_language;
  std::array<size_t, 3> by_regime{};  // in the order of kRegimes
  size_t over_l2 = 0;                 // launches with more memory than the L2 has
  size_t over_512_mib = 0;
  size_t under_1_ms = 0;
  size_t rebalanced = 0;
  size_t compute_bound = 0;
  std::vector<FeatureSummary> features;
};

CorpusStats corpus_stats(std::span<const PlannedLaunch> rows, const Gpu& gpu);

// Bytes and lines of the kernels' texts, from kernels.tsv of a plan.
std::vector<FeatureSummary> text_sizes(std::string_view kernels_tsv);

// The share of `others` inside the range of `rows`, feature by feature. The range leaves out the
// outermost 0.5 % on both sides, and is that of the launch's own regime. A value of zero lies
// inside if `rows` has zeros there, too.
struct Coverage {
  std::string_view feature;
  double share = 0;                   // of all launches, 0 to 1
  std::array<double, 3> by_regime{};  // in the order of kRegimes; -1 where there are none
};
std::vector<Coverage> coverage_of(std::span<const PlannedLaunch> others,
                                  std::span<const PlannedLaunch> rows, const Gpu& gpu);

// Histograms of all features; those of `others`, if there are any, as lines over them.
std::string histograms_svg(std::span<const PlannedLaunch> rows,
                           std::span<const PlannedLaunch> others, const std::string& title);

}  // namespace kcast::plan
