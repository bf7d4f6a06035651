// What a data set is like: counts, distributions, balance.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/histograms_svg.h"
#include "dataset/noise.h"
#include "dataset/sample_set.h"
#include "dataset/splits.h"

namespace kcast::dataset {

struct GroupCount {
  size_t launches = 0;
  size_t kernels = 0;  // recipes in a language
  size_t families = 0;

  bool operator==(const GroupCount&) const = default;
};

struct ClassCount {
  size_t compute = 0;
  size_t bandwidth = 0;
  size_t near_ridge = 0;  // of both
};

struct Quantiles {
  std::string name;
  std::string unit;
  size_t values = 0;
  std::array<double, 7> at{};  // smallest, 5, 25, 50, 75, 95 %, largest
};

struct SetSummary {
  GroupCount all;
  std::map<std::string, GroupCount> by_source;  // syn, omni, motif, auth
  std::map<std::string, GroupCount> by_language;
  std::map<std::string, GroupCount> by_reader;  // "cuda on h200"
  std::map<std::string, GroupCount> by_motif;   // of motifs alone
  std::map<std::string, GroupCount> by_level;   // of motifs alone: naive, shared, ...
  std::map<std::string, GroupCount> by_domain;  // of authored programs
  std::map<std::string, size_t> failures;       // by reason
  // By split: train, val, test. Without `size` where no launch was worked out.
  std::map<std::string, std::array<size_t, 3>> by_side;
  ClassCount classes;
  size_t unsteady = 0;  // launches whose times spread over more than 10 %
  std::vector<Quantiles> quantiles;
  std::vector<NoiseFloor> noise;
};

// The roofline class of a reading on a gpu, and whether it is near a ridge; nothing for a gpu that
// is not known.
struct RowClass {
  bool compute = false;
  bool near_ridge = false;
};
using Classify =
    std::function<std::optional<RowClass>(const BaseQuantities& values, const std::string& gpu)>;

SetSummary summarize(const SampleSet& set, const SplitRules& rules, const Classify& classify);

// The distributions that the quantiles are of: times, counts, rates, clocks.
std::vector<HistogramPanel> distributions(const SampleSet& set);

// What Omniwise's Figures 4 to 8 show of its data: two counters each, as shares of the ceilings of
// its Table 2; beside each the same in its own unit, where the shares are next to nothing.
struct OmniwiseFigure {
  int number = 0;
  std::string name;  // of its file
  std::string title;
  std::vector<HistogramPanel> panels;
};
std::vector<OmniwiseFigure> omniwise_figures(const SampleSet& set);

}  // namespace kcast::dataset
