#include "eval/noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/quantile.h"
#include "schema/omniwise.h"

namespace kcast::eval {

MetricValues noise_floors(std::span<const RepeatPair> repeats) {
  constexpr double kShare = 0.9;
  std::array<std::vector<double>, kMetrics> spreads;
  for (const RepeatPair& pair : repeats) {
    const MetricValues first = truth_of(pair.first, pair.has_counters);
    const MetricValues second = truth_of(pair.second, pair.has_counters);
    for (size_t i = 0; i < kMetrics; ++i) {
      const double spread = std::abs(first[i] - second[i]);
      if (!std::isnan(spread)) spreads[i].push_back(spread);
    }
  }
  MetricValues floors{};
  for (size_t i = 0; i < kMetrics; ++i) {
    if (i == metric_index("time_us")) continue;
    std::sort(spreads[i].begin(), spreads[i].end());
    floors[i] = quantile_of(spreads[i], kShare);
  }
  return floors;
}

MetricValues omniwise_ceilings() {
  MetricValues out = Answer().values;
  for (const OmniwiseCounter& counter : omniwise_counters())
    out[metric_index(counter.metric)] = counter.ceiling;
  return out;
}

MetricValues gpu_ceilings(const Gpu& gpu) {
  const Measured measured = gpu.measured.value_or(Measured{});
  MetricValues out = omniwise_ceilings();
  const auto set = [&out](const char* metric, std::optional<double> best, double otherwise) {
    const double ceiling = best.value_or(otherwise);
    if (ceiling > 0) out[metric_index(metric)] = ceiling;
  };
  set("l1_bandwidth_gbs", measured.l1_gbs, gpu.bandwidth.l1_gbs);
  set("l2_bandwidth_gbs", measured.l2_gbs, gpu.bandwidth.l2_gbs.value_or(0));
  set("hbm_read_bandwidth_gbs", measured.dram_read_gbs, gpu.bandwidth.dram_gbs);
  set("hbm_write_bandwidth_gbs", measured.dram_write_gbs, gpu.bandwidth.dram_gbs);
  set("gflops", measured.fp32_gflops, gpu.peaks.fp32_gflops);
  return out;
}

double round_to_ceiling(double value, double ceiling) {
  return std::round(1000 * value / ceiling) / 1000;
}

}  // namespace kcast::eval
