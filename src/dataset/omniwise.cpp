#include "dataset/omniwise.h"

#include <charconv>
#include <cmath>

#include "base/check.h"
#include "base/text.h"

namespace kcast::dataset {
namespace {

constexpr OmniwiseCounter kCounters[] = {
    {"L1_Cache_Arithmetic_Intensity", "l1_arithmetic_intensity", 2048},
    {"L2_Cache_Arithmetic_Intensity", "l2_arithmetic_intensity", 5120},
    {"HBM_Arithmetic_Intensity", "hbm_arithmetic_intensity", 2048},
    {"L1_Cache_GFLOPS", "gflops", 12288},
    {"L2_Cache_GFLOPS", "gflops", 12288},
    {"HBM_GFLOPS", "gflops", 12288},
    {"L1_Cache_Bandwidth", "l1_bandwidth_gbs", 16384},
    {"L2_Cache_Bandwidth", "l2_bandwidth_gbs", 16384},
    {"L2_Fabric_Write_BW", "hbm_write_bandwidth_gbs", 16384},
    {"L2_Fabric_Read_BW", "hbm_read_bandwidth_gbs", 16384},
    {"L1_Cache_Hit_Rate", "l1_hit_rate_pct", 100},
    {"L2_Cache_Hit_Rate", "l2_hit_rate_pct", 100},
};

}  // namespace

std::span<const OmniwiseCounter> omniwise_counters() {
  return kCounters;
}

std::string omniwise_value(const OmniwiseCounter& counter, const BaseQuantities& values,
                           bool rounded) {
  const Metric* metric = find_metric(counter.metric);
  KCAST_CHECK(metric != nullptr, "every counter of Omniwise is a metric");
  const double value = metric_value(*metric, values).value_or(0);
  const double share = std::isfinite(value) ? value / counter.ceiling : 0;
  if (rounded) return format_number(share, 3);
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, share);
  return {text, end.ptr};
}

}  // namespace kcast::dataset
