#include "base/histograms_svg.h"

#include "plan/corpus_stats.h"

namespace kcast::plan {
namespace {

std::vector<double> feature_values(std::span<const PlannedLaunch> rows,
                                   const LaunchFeature& feature) {
  std::vector<double> out;
  for (const PlannedLaunch& row : rows)
    out.push_back(feature.value(row));
  return out;
}

}  // namespace

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
