#include "schema/omniwise.h"

namespace kcast {

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

}  // namespace kcast
