#include "workflow/project/merge_reports.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace kcast::workflow {

namespace {

// 0 where it is not known.
double whole_time(const predict::LaunchPrediction& entry) {
  const double time_us = entry.prediction.values.time_us;
  return std::isfinite(time_us) ? time_us * static_cast<double>(entry.count) : 0;
}

template <typename T>
void append(std::vector<T>&& from, std::vector<T>& to) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

predict::PredictReport merge_reports(std::vector<predict::PredictReport> reports) {
  predict::PredictReport all;
  for (predict::PredictReport& report : reports) {
    append(std::move(report.predictions), all.predictions);
    append(std::move(report.skipped), all.skipped);
    append(std::move(report.diagnostics), all.diagnostics);
    all.times.frontend_ms += report.times.frontend_ms;
    all.times.choice_ms += report.times.choice_ms;
    all.times.analysis_ms += report.times.analysis_ms;
  }
  std::map<std::string, double> totals;  // by GPU
  bool sweeps = false;
  for (const predict::LaunchPrediction& entry : all.predictions) {
    totals[entry.prediction.gpu] += whole_time(entry);
    sweeps |= !entry.settings.empty();
  }
  if (sweeps) return all;
  for (predict::LaunchPrediction& entry : all.predictions) {
    const double total = totals[entry.prediction.gpu];
    entry.time_share = total > 0 ? whole_time(entry) / total : 0;
  }
  if (totals.size() > 1) return all;
  std::stable_sort(all.predictions.begin(), all.predictions.end(),
                   [](const auto& a, const auto& b) { return whole_time(a) > whole_time(b); });
  return all;
}

}  // namespace kcast::workflow
