#include "schema/metrics.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace kcast {
namespace {

BaseQuantities triad() {
  // 2^20 elements of a[i] = b[i] + s * c[i] in 10 us: 2 FLOP, 12 bytes each.
  BaseQuantities base;
  base.time_us = 10;
  base.flops_fp32 = 2.0 * (1 << 20);
  base.l1_bytes = 12.0 * (1 << 20);
  base.l2_bytes = 12.0 * (1 << 20);
  base.hbm_read_bytes = 8.0 * (1 << 20);
  base.hbm_write_bytes = 4.0 * (1 << 20);
  return base;
}

TEST(Metrics, derives_hand_computed_values) {
  const DerivedMetrics derived = derive(triad());
  EXPECT_DOUBLE_EQ(*derived.gflops, 209.7152);
  EXPECT_DOUBLE_EQ(*derived.hbm_read_bandwidth_gbs, 838.8608);
  EXPECT_DOUBLE_EQ(*derived.hbm_arithmetic_intensity, 1.0 / 6);
}

TEST(Metrics, intensity_times_bandwidth_is_the_rate) {
  const DerivedMetrics derived = derive(triad());
  EXPECT_DOUBLE_EQ(*derived.l1_arithmetic_intensity * *derived.l1_bandwidth_gbs, *derived.gflops);
  EXPECT_DOUBLE_EQ(*derived.hbm_arithmetic_intensity *
                       (*derived.hbm_read_bandwidth_gbs + *derived.hbm_write_bandwidth_gbs),
                   *derived.gflops);
}

TEST(Metrics, nothing_moved_has_no_intensity) {
  BaseQuantities base;
  base.time_us = 5;
  base.flops_fp64 = 1000;
  const DerivedMetrics derived = derive(base);
  EXPECT_FALSE(derived.hbm_arithmetic_intensity);
  EXPECT_EQ(derived.l1_bandwidth_gbs, 0.0);
  EXPECT_FALSE(derive(BaseQuantities{}).gflops);
}

TEST(Metrics, every_name_is_found_once) {
  std::set<std::string> names;
  for (const Metric& metric : metrics()) {
    EXPECT_TRUE(names.insert(std::string(metric.name)).second) << metric.name;
    EXPECT_EQ(find_metric(metric.name), &metric);
    EXPECT_NE(metric.base == nullptr, metric.derived == nullptr);
  }
  EXPECT_EQ(names.size(), 20U);
  EXPECT_EQ(find_metric("speed"), nullptr);
  EXPECT_EQ(metric_value(*find_metric("gflops"), triad()), 209.7152);
}

}  // namespace
}  // namespace kcast
