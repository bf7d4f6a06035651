#include "predict/entry_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kcast::predict {

namespace {

// 0 where it is not known, and of what is no part of the program.
double total_time(const LaunchPrediction& entry) {
  const double time_us = entry.prediction.values.time_us;
  return std::isnan(time_us) || !entry.in_program ? 0 : time_us * static_cast<double>(entry.count);
}

}  // namespace

void share_time(std::vector<LaunchPrediction>& entries) {
  double total = 0;
  for (const LaunchPrediction& entry : entries)
    total += total_time(entry);
  for (LaunchPrediction& entry : entries)
    entry.time_share = total > 0 ? total_time(entry) / total : 0;
}

void append_by_time(std::vector<std::vector<LaunchPrediction>>& by_gpu,
                    std::vector<LaunchPrediction>& out) {
  const size_t n = by_gpu[0].size();
  const bool aligned =
      std::all_of(by_gpu.begin(), by_gpu.end(), [&](const auto& list) { return list.size() == n; });
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const LaunchPrediction& first = by_gpu[0][a];
    const LaunchPrediction& second = by_gpu[0][b];
    if (first.in_program != second.in_program) return first.in_program;
    if (!first.in_program) {
      return first.prediction.values.time_us > second.prediction.values.time_us;
    }
    return total_time(first) > total_time(second);
  });
  for (const size_t i : order) {
    for (size_t g = 0; g < (aligned ? by_gpu.size() : 1); ++g)
      out.push_back(std::move(by_gpu[g][i]));
  }
  if (aligned) return;
  for (size_t g = 1; g < by_gpu.size(); ++g) {
    for (LaunchPrediction& entry : by_gpu[g])
      out.push_back(std::move(entry));
  }
}

}  // namespace kcast::predict
