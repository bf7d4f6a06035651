#include "predict/classify.h"

#include <gtest/gtest.h>

#include "predict/compare.h"
#include "predict/roofline.h"

namespace kcast::predict {
namespace {

// Ridges by hand: fp32 10000 / 1000 = 10, fp64 5, integer 2.5 operations per byte.
Gpu round_gpu() {
  Gpu gpu;
  gpu.id = "round";
  gpu.peaks.fp16_gflops = 20000;
  gpu.peaks.fp32_gflops = 10000;
  gpu.peaks.fp64_gflops = 5000;
  gpu.peaks.int32_gops = 2500;
  gpu.peaks.tensor_fp16_gflops = 100000;
  gpu.bandwidth = {10000, 10000, 4000, std::nullopt, 1000};
  return gpu;
}

BaseQuantities quantities(double fp32, double fp64, double integer, double bytes) {
  BaseQuantities q;
  q.time_us = 1;
  q.flops_fp32 = fp32;
  q.flops_fp64 = fp64;
  q.int_ops = integer;
  q.hbm_read_bytes = bytes / 2;
  q.hbm_write_bytes = bytes / 2;
  return q;
}

TEST(Classify, compares_each_type_with_its_own_ridge) {
  const Gpu gpu = round_gpu();
  EXPECT_EQ(classify(quantities(900, 0, 0, 100), gpu).bound, Bound::Bandwidth);  // 9 < 10
  EXPECT_EQ(classify(quantities(1200, 0, 0, 100), gpu).bound, Bound::Compute);   // 12 > 10
  EXPECT_EQ(classify(quantities(0, 600, 0, 100), gpu).bound, Bound::Compute);    // 6 > 5
  EXPECT_EQ(classify(quantities(0, 0, 200, 100), gpu).bound, Bound::Bandwidth);  // 2 < 2.5
  const RooflineClass integer = classify(quantities(100, 0, 300, 100), gpu);
  EXPECT_EQ(integer.bound, Bound::Compute);  // 3 > 2.5
  EXPECT_EQ(integer.type, "integer");
  EXPECT_EQ(integer.intensity, 3);
  EXPECT_EQ(integer.ridge, 2.5);
}

TEST(Classify, does_not_add_types_up) {
  // 0.9 of every ridge is still under each of them.
  EXPECT_EQ(classify(quantities(900, 450, 225, 100), round_gpu()).bound, Bound::Bandwidth);
}

TEST(Classify, flags_what_is_within_ten_percent_of_a_ridge) {
  const Gpu gpu = round_gpu();
  EXPECT_TRUE(classify(quantities(905, 0, 0, 100), gpu).near_ridge);
  EXPECT_TRUE(classify(quantities(1095, 0, 0, 100), gpu).near_ridge);
  EXPECT_FALSE(classify(quantities(890, 0, 0, 100), gpu).near_ridge);
  EXPECT_FALSE(classify(quantities(1110, 0, 0, 100), gpu).near_ridge);
}

TEST(Classify, knows_what_moves_nothing) {
  EXPECT_EQ(classify(quantities(100, 0, 0, 0), round_gpu()).bound, Bound::Compute);
  EXPECT_EQ(classify(quantities(0, 0, 0, 0), round_gpu()).bound, Bound::Bandwidth);
}

Prediction uncertain() {
  Prediction p;
  p.values = quantities(1000, 0, 10, 500);
  p.values.time_us = 0.01;  // 100 GFLOP/s, 25 GB/s read
  p.low = p.values;
  p.high = p.values;
  p.low.time_us = 0.005;
  p.high.time_us = 0.02;
  p.low.flops_fp32 = 800;
  p.high.flops_fp32 = 1200;
  p.high.hbm_read_bytes = 500;
  return p;
}

TEST(Intervals, of_derived_metrics_follow_from_the_ends_of_the_base) {
  const Gpu gpu = round_gpu();
  const Prediction p = uncertain();
  const auto rate = metric_interval(*find_metric("gflops"), p, gpu);
  EXPECT_DOUBLE_EQ(rate->low, 40);    // 800 FLOP in 20 ns
  EXPECT_DOUBLE_EQ(rate->high, 240);  // 1200 FLOP in 5 ns
  const auto read = metric_interval(*find_metric("hbm_read_bandwidth_gbs"), p, gpu);
  EXPECT_DOUBLE_EQ(read->low, 12.5);
  EXPECT_DOUBLE_EQ(read->high, 100);
  const auto intensity = metric_interval(*find_metric("hbm_arithmetic_intensity"), p, gpu);
  EXPECT_DOUBLE_EQ(intensity->low, 800.0 / 750);
  EXPECT_DOUBLE_EQ(intensity->high, 1200.0 / 500);
  EXPECT_FALSE(metric_interval(*find_metric("l1_bandwidth_gbs"), Prediction{}, gpu));
}

TEST(Intervals, contain_the_value_and_stay_under_the_roof) {
  Gpu gpu = round_gpu();
  gpu.bandwidth.dram_gbs = 60;
  const Prediction p = uncertain();
  EXPECT_DOUBLE_EQ(metric_interval(*find_metric("hbm_read_bandwidth_gbs"), p, gpu)->high, 60);
  for (const Metric& metric : metrics()) {
    const auto ends = metric_interval(metric, p, gpu);
    if (!ends) continue;
    const double value = *metric_value(metric, p.values);
    EXPECT_LE(ends->low, value) << metric.name;
    EXPECT_GE(ends->high, value) << metric.name;
  }
}

LaunchPrediction launch(std::string name, double time_us, int64_t line = 1) {
  LaunchPrediction entry;
  entry.name = std::move(name);
  entry.launch_line = line;
  entry.prediction.gpu = "round";
  entry.prediction.values.time_us = time_us;
  return entry;
}

TEST(Roofline, places_kernels_without_flops_by_their_integer_operations) {
  LaunchPrediction entry;
  entry.prediction.values = quantities(0, 0, 500, 1000);
  entry.prediction.low = entry.prediction.high = entry.prediction.values;
  const auto roofline = make_roofline(entry, round_gpu());
  ASSERT_TRUE(roofline);
  EXPECT_EQ(roofline->unit, "int op");
  ASSERT_EQ(roofline->points.size(), 1U);
  EXPECT_EQ(roofline->points[0].level, "HBM");
  EXPECT_DOUBLE_EQ(roofline->points[0].intensity, 0.5);
  EXPECT_DOUBLE_EQ(roofline->gops, 0.5);  // 500 in 1000 ns
  EXPECT_FALSE(make_roofline(launch("idle", 1), round_gpu()));
}

TEST(Compare, matches_launches_by_kernel_and_order_of_the_host_code) {
  PredictReport before;
  before.predictions = {launch("a", 30, 20), launch("a", 10, 10), launch("gone", 1)};
  PredictReport after;
  after.predictions = {launch("a", 12, 10), launch("a", 36, 20), launch("new", 1)};
  const Comparison result = compare(before, after);
  ASSERT_EQ(result.changes.size(), 2U);
  EXPECT_EQ(result.changes[0].before.prediction.values.time_us, 10);
  EXPECT_EQ(result.changes[0].after.prediction.values.time_us, 12);
  EXPECT_EQ(result.changes[1].before.prediction.values.time_us, 30);
  EXPECT_EQ(result.only_before, std::vector<std::string>{"gone"});
  EXPECT_EQ(result.only_after, std::vector<std::string>{"new"});
}

TEST(Compare, matches_regions_of_openmp_whose_lines_have_moved) {
  PredictReport before;
  before.predictions = {launch("a:3", 30, 3), launch("a:9", 10, 9), launch("ns::b:20", 1, 20)};
  PredictReport after;
  after.predictions = {launch("a:4", 31, 4), launch("a:12", 11, 12), launch("ns::b:21", 2, 21)};
  const Comparison result = compare(before, after);
  ASSERT_EQ(result.changes.size(), 3U);
  EXPECT_EQ(result.changes[0].after.name, "a:4");
  EXPECT_EQ(result.changes[1].after.name, "a:12");
  EXPECT_EQ(result.changes[2].after.name, "ns::b:21");
}

TEST(Compare, takes_two_single_kernels_for_two_versions_of_one) {
  PredictReport before;
  before.predictions = {launch("v1", 10)};
  PredictReport after;
  after.predictions = {launch("v2", 5)};
  EXPECT_EQ(compare(before, after).changes.size(), 1U);
}

TEST(Compare, applies_rules_to_changes_and_values) {
  const LaunchChange slower{launch("k", 100), launch("k", 111)};
  const auto breaks = [&](const char* rule) { return breaks_rule(*parse_fail_rule(rule), slower); };
  EXPECT_TRUE(breaks("time_us>+10%"));
  EXPECT_FALSE(breaks("time_us>+11%"));
  EXPECT_TRUE(breaks("time_us>+10"));
  EXPECT_FALSE(breaks("time_us>+12"));
  EXPECT_TRUE(breaks("time_us>110"));
  EXPECT_FALSE(breaks("time_us<110"));
  EXPECT_FALSE(breaks("time_us<-5%"));
  const Comparison comparison{{slower}, {}, {}};
  const std::vector<FailRule> rules = {*parse_fail_rule("time_us>+10%")};
  EXPECT_EQ(broken_rules(comparison, rules),
            std::vector<std::string>{"k on round: time_us>+10% (100 -> 111, +11 %)"});
}

TEST(Compare, counts_something_from_nothing_as_more_than_any_percentage) {
  LaunchChange change{launch("k", 1), launch("k", 1)};
  change.after.prediction.values.flops_fp64 = 5;
  EXPECT_TRUE(breaks_rule(*parse_fail_rule("flops_fp64>+1000%"), change));
}

}  // namespace
}  // namespace kcast::predict
