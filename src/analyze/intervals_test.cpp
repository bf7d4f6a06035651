#include "analyze/intervals.h"

#include <gtest/gtest.h>

namespace kcast::analyze {
namespace {

constexpr double kNear = 1e-6;

Prediction predicted() {
  Prediction prediction;
  prediction.values.time_us = 100;
  prediction.values.flops_fp32 = 1000;
  prediction.values.int_ops = 1000;
  prediction.values.l1_bytes = 1000;
  prediction.values.l2_bytes = 10e6;
  prediction.values.hbm_read_bytes = 100e6;
  prediction.values.hbm_write_bytes = 2e6;
  prediction.values.l1_hit_rate_pct = 50;
  prediction.values.l2_hit_rate_pct = 96;
  return prediction;
}

Prediction with_intervals(const Features& features, bool validated) {
  Gpu gpu;
  gpu.validated = validated;
  Prediction prediction = predicted();
  add_intervals(features, gpu, prediction);
  return prediction;
}

TEST(intervals, are_factors_around_what_is_known_exactly) {
  const Prediction p = with_intervals({}, true);
  EXPECT_EQ(p.coverage, 0.9);
  EXPECT_NEAR(p.low.time_us, 100 / 1.85, kNear);
  EXPECT_NEAR(p.high.time_us, 185, kNear);
  EXPECT_NEAR(p.low.flops_fp32, 1000 / 1.02, kNear);
  EXPECT_NEAR(p.high.flops_fp32, 1020, kNear);
  EXPECT_NEAR(p.high.int_ops, 1700, kNear);
  EXPECT_NEAR(p.high.l1_bytes, 1020, kNear);
  EXPECT_EQ(p.low.flops_fp64, 0);
  EXPECT_EQ(p.high.flops_fp64, 0);
}

TEST(intervals, of_bytes_have_a_floor_and_never_go_below_zero) {
  const Prediction p = with_intervals({}, true);
  // 20 % of 10 MB are more than half a MB; 10 MB / 1.2 is less than 9.5 MB.
  EXPECT_NEAR(p.low.l2_bytes, 10e6 / 1.2, kNear);
  EXPECT_NEAR(p.high.l2_bytes, 12e6, kNear);
  // 10 % of 100 MB are more than 3 MB, 10 % of 2 MB are less.
  EXPECT_NEAR(p.high.hbm_read_bytes, 110e6, kNear);
  EXPECT_NEAR(p.low.hbm_write_bytes, 0, kNear);
  EXPECT_NEAR(p.high.hbm_write_bytes, 5e6, kNear);
}

TEST(intervals, of_hit_rates_are_points_within_0_and_100) {
  const Prediction p = with_intervals({}, true);
  EXPECT_NEAR(p.low.l1_hit_rate_pct, 42.5, kNear);
  EXPECT_NEAR(p.high.l1_hit_rate_pct, 57.5, kNear);
  EXPECT_NEAR(p.low.l2_hit_rate_pct, 88.5, kNear);
  EXPECT_EQ(p.high.l2_hit_rate_pct, 100);
}

TEST(intervals, widen_with_what_is_estimated_and_irregular) {
  Features features;
  features.control.estimated_share = 0.5;
  features.memory.affine_share = 0.6;
  const Prediction p = with_intervals(features, true);
  // Half of the control flow is a guess: x 1.5. 40 % of the addresses are: x 1.2.
  EXPECT_NEAR(p.high.time_us, 100 * 1.85 * 1.5, kNear);
  EXPECT_NEAR(p.high.flops_fp32, 1000 * 1.02 * 1.5, kNear);
  EXPECT_NEAR(p.high.l1_bytes, 1000 * 1.02 * 1.5, kNear);
  EXPECT_NEAR(p.high.l2_bytes, 10e6 * 1.2 * 1.5 * 1.2, kNear);
  EXPECT_NEAR(p.high.hbm_read_bytes, 100e6 * 1.1 * 1.5 * 1.2, kNear);
  // 7.5 + 25 x 0.5 + 20 x 0.2 = 24 points.
  EXPECT_NEAR(p.low.l1_hit_rate_pct, 26, kNear);
}

TEST(intervals, widen_on_a_gpu_that_was_never_compared) {
  const Prediction p = with_intervals({}, false);
  EXPECT_NEAR(p.high.time_us, 100 * 1.85 * 1.5, kNear);
  EXPECT_NEAR(p.high.l2_bytes, 10e6 * 1.2 * 1.3, kNear);
  EXPECT_NEAR(p.high.hbm_read_bytes, 100e6 * 1.1 * 1.3, kNear);
  EXPECT_NEAR(p.low.l1_hit_rate_pct, 32.5, kNear);
  // What is counted does not depend on the GPU.
  EXPECT_NEAR(p.high.flops_fp32, 1020, kNear);
}

}  // namespace
}  // namespace kcast::analyze
