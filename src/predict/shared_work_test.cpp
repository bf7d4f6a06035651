#include "predict/shared_work.h"

#include <gtest/gtest.h>

#include "predict/gpus.h"

namespace kcast::predict {
namespace {

Prediction prediction_of(double time_us, double int_ops) {
  Prediction out;
  out.values.time_us = time_us;
  out.values.int_ops = int_ops;
  out.values.l1_hit_rate_pct = 80;
  out.low = out.values;
  out.high = out.values;
  out.bottleneck = {{.time_us = time_us}};
  return out;
}

TEST(SharedWork, scales_by_what_following_a_launch_further_changed) {
  const Gpu gpu = gpus_named("h200")->at(0);
  FollowedTwice twice;
  twice.little = prediction_of(100, 1000).values;
  twice.whole = prediction_of(200, 3000).values;
  twice.whole.l1_hit_rate_pct = 120;
  Prediction prediction = prediction_of(50, 500);
  scale_from_few_blocks(&twice, gpu, prediction);
  EXPECT_DOUBLE_EQ(prediction.values.time_us, 100);
  EXPECT_DOUBLE_EQ(prediction.values.int_ops, 1500);
  EXPECT_DOUBLE_EQ(prediction.values.l1_hit_rate_pct, 100);
  EXPECT_DOUBLE_EQ(prediction.low.time_us, 100 / 1.5);
  EXPECT_DOUBLE_EQ(prediction.high.time_us, 150);
  EXPECT_DOUBLE_EQ(prediction.bottleneck[0].time_us, 100);
  EXPECT_EQ(prediction.values.flops_fp32, 0);
  ASSERT_EQ(prediction.notes.size(), 1U);
}

// A thousand times the work does not fit into the same time.
TEST(SharedWork, exceeds_no_roof) {
  const Gpu gpu = gpus_named("h200")->at(0);
  FollowedTwice twice;
  twice.little.hbm_read_bytes = 1;
  twice.whole.hbm_read_bytes = 16;
  Prediction prediction = prediction_of(1, 1);
  prediction.values.hbm_read_bytes = 1e9;  // 16 GB take 3 ms at 4.8 TB/s
  scale_from_few_blocks(&twice, gpu, prediction);
  EXPECT_GT(prediction.values.time_us, 3000);
}

TEST(SharedWork, only_widens_where_nothing_is_known) {
  const Gpu gpu = gpus_named("h200")->at(0);
  Prediction prediction = prediction_of(30, 300);
  scale_from_few_blocks(nullptr, gpu, prediction);
  EXPECT_DOUBLE_EQ(prediction.values.time_us, 30);
  EXPECT_DOUBLE_EQ(prediction.low.time_us, 20);
  EXPECT_DOUBLE_EQ(prediction.high.time_us, 45);
}

}  // namespace
}  // namespace kcast::predict
