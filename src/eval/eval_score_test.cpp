#include <gtest/gtest.h>

#include <cmath>

#include "eval/eval_test_data.h"
#include "eval/noise.h"
#include "eval/score/score.h"
#include "eval/score/score_counters.h"

namespace kcast::eval {
namespace {

struct Case {
  std::vector<ScoredRow> rows;
  std::vector<Answer> answers;
  ScoreSettings settings;

  void add(const std::string& recipe, const Numbers& measured, const Numbers& predicted) {
    rows.push_back(row_of(recipe, std::to_string(rows.size()), measured));
    answers.push_back(answer_of(base_of(predicted), round_gpu()));
  }

  std::vector<Figure> figures() const {
    ScoreSettings used = settings;
    used.bootstrap.resamples = 0;
    return score(make_truth(rows, round_gpu()), answers, used);
  }

  double value(const char* table, const char* row, const char* column) const {
    const std::vector<Figure> all = figures();
    const Figure* found = find_figure(all, table, row, column);
    return found != nullptr ? found->estimate.value : -1;
  }
};

TEST(Rows, have_every_metric) {
  EXPECT_EQ(metrics().size(), kMetrics);
}

TEST(Rows, cut_hit_rates_and_drop_counters_that_were_not_read) {
  BaseQuantities base = base_of({.time_us = 2, .flops = 10, .l1_hit = 101.5});
  EXPECT_EQ(truth_of(base, true)[metric_index("l1_hit_rate_pct")], 100);
  EXPECT_EQ(truth_of(base, false)[metric_index("time_us")], 2);
  EXPECT_TRUE(std::isnan(truth_of(base, false)[metric_index("flops_fp32")]));
}

TEST(Counters, are_within_a_tolerance_or_within_the_noise_floor) {
  EXPECT_TRUE(is_within(104, 100, 0.04, 0));
  EXPECT_FALSE(is_within(104.1, 100, 0.04, 0));
  EXPECT_TRUE(is_within(0, 0, 0.02, 0));
  EXPECT_FALSE(is_within(0.001, 0, 0.02, 0));
  // Truth 1 under a floor of 3: anything from -2 to 4 is right, at every tolerance.
  EXPECT_TRUE(is_within(4, 1, 0.02, 3));
  EXPECT_FALSE(is_within(4.1, 1, 0.10, 3));
  // Truth at the floor is judged by its relative error.
  EXPECT_FALSE(is_within(3.4, 3, 0.10, 3));
  EXPECT_FALSE(is_within(Answer::no_value(), 1, 0.10, 3));
}

TEST(Counters, give_shares_and_the_median_error) {
  Case test;
  // Intensity 1 at every level, hit rates 50. Predicted hit rates: 51, 53, 55.1, 40.
  for (const double hit : {51.0, 53.0, 55.1, 40.0})
    test.add("k", {.flops = 1000, .l1_hit = 50}, {.flops = 1000, .l1_hit = hit});
  EXPECT_DOUBLE_EQ(test.value("counters", "l1_hit_rate_pct", "within_2"), 0.25);
  EXPECT_DOUBLE_EQ(test.value("counters", "l1_hit_rate_pct", "within_6"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("counters", "l1_hit_rate_pct", "within_10"), 0.5);
  // Errors 2, 6, 10.2, 20 %.
  EXPECT_NEAR(test.value("counters", "l1_hit_rate_pct", "median_ape"), 0.081, 1e-12);
  EXPECT_DOUBLE_EQ(test.value("counters", "l1_arithmetic_intensity", "within_2"), 1);
  // Nine of the ten counters are right; the tenth half the time.
  EXPECT_DOUBLE_EQ(test.value("counters", "mean of counters", "within_10"), 0.95);
}

TEST(Counters, count_launches_without_a_prediction_as_misses) {
  Case test;
  test.add("k", {.flops = 1000}, {.flops = 1000});
  test.add("k", {.flops = 1000}, {.flops = 1000});
  test.answers[1] = Answer();
  EXPECT_DOUBLE_EQ(test.value("counters", "gflops", "within_10"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "within_50"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "mape"), 0);
  EXPECT_DOUBLE_EQ(test.value("counts", "flops", "exact"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("class", "natural", "accuracy"), 0.5);
  test.answers[1].counted = false;
  EXPECT_DOUBLE_EQ(test.value("counters", "gflops", "within_10"), 1);
  EXPECT_DOUBLE_EQ(test.value("counts", "flops", "exact"), 1);
}

TEST(Counters, say_how_many_launches_lie_under_the_floor) {
  Case test;
  test.settings.floors[metric_index("l1_hit_rate_pct")] = 5;
  test.add("k", {.l1_hit = 1}, {.l1_hit = 5});      // under the floor: within 5 of it
  test.add("k", {.l1_hit = 4}, {.l1_hit = 9.5});    // under the floor: off by 5.5
  test.add("k", {.l1_hit = 50}, {.l1_hit = 49});    // 2 %
  test.add("k", {.l1_hit = 50}, {.l1_hit = 45.2});  // 9.6 %
  EXPECT_DOUBLE_EQ(test.value("counters", "l1_hit_rate_pct", "under_floor"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("counters", "l1_hit_rate_pct", "within_2"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("counters", "l1_hit_rate_pct", "within_10"), 0.75);
  // Of the two above the floor: 2 and 9.6 %.
  EXPECT_NEAR(test.value("counters", "l1_hit_rate_pct", "median_ape"), 0.058, 1e-12);
}

TEST(Noise, floor_is_what_nine_in_ten_pairs_stay_under) {
  std::vector<RepeatPair> pairs;
  for (int i = 0; i <= 10; ++i)
    pairs.push_back({base_of({.l1_hit = 50}), base_of({.l1_hit = 50.0 + i})});
  const MetricValues floors = noise_floors(pairs);
  EXPECT_DOUBLE_EQ(floors[metric_index("l1_hit_rate_pct")], 9);
  EXPECT_DOUBLE_EQ(floors[metric_index("time_us")], 0);
  EXPECT_DOUBLE_EQ(noise_floors({})[metric_index("l1_hit_rate_pct")], 0);
}

TEST(Noise, rounds_as_the_paper_does) {
  // An intensity of 0.9 FLOP/B is 0.00044 of 2048, and 1.1 is 0.00054.
  EXPECT_EQ(round_to_ceiling(0.9, 2048), 0);
  EXPECT_EQ(round_to_ceiling(1.1, 2048), 0.001);
  Case test;
  test.settings.ceilings = omniwise_ceilings();
  test.add("k", {.flops = 900}, {.flops = 100});   // both 0.000
  test.add("k", {.flops = 900}, {.flops = 1100});  // 0.000 and 0.001
  EXPECT_DOUBLE_EQ(test.value("rounded", "hbm_arithmetic_intensity", "within_2"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("counters", "hbm_arithmetic_intensity", "within_10"), 0);
  EXPECT_EQ(test.value("rounded", "time_us", "within_10"), -1);
}

TEST(Noise, takes_ceilings_of_the_gpu) {
  Gpu gpu = round_gpu();
  gpu.measured.emplace();
  gpu.measured->l1_gbs = 18000;
  const MetricValues ceilings = gpu_ceilings(gpu);
  EXPECT_EQ(ceilings[metric_index("l1_bandwidth_gbs")], 18000);
  EXPECT_EQ(ceilings[metric_index("hbm_read_bandwidth_gbs")], 1000);
  EXPECT_EQ(ceilings[metric_index("gflops")], 10000);
  EXPECT_EQ(ceilings[metric_index("l2_arithmetic_intensity")], 5120);
  EXPECT_TRUE(std::isnan(ceilings[metric_index("time_us")]));
}

TEST(Time, gives_errors_and_bias) {
  Case test;
  test.add("k", {.time_us = 10}, {.time_us = 20});  // +100 %, log2 1
  test.add("k", {.time_us = 10}, {.time_us = 5});   // -50 %, log2 -1
  test.add("k", {.time_us = 10}, {.time_us = 11});  // +10 %
  test.add("k", {.time_us = 8}, {.time_us = 32});   // +300 %, log2 2
  EXPECT_NEAR(test.value("time", "time_us", "mape"), 4.6 / 4, 1e-6);
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "median_ape"), 0.75);
  EXPECT_NEAR(test.value("time", "time_us", "log2_error"), (1 + 1 + std::log2(1.1) + 2) / 4, 1e-6);
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "within_10"), 0.25);
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "within_25"), 0.25);
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "within_50"), 0.5);
  EXPECT_NEAR(test.value("time", "time_us", "bias_log2"), (std::log2(1.1) + 1) / 2, 1e-12);
}

TEST(Time, orders_kernels_and_the_launches_of_a_kernel) {
  Case test;
  // Kernel means of the logarithms: a 2 and 3, b 4 and 5, c 6 and 1.
  test.add("a", {.time_us = 2}, {.time_us = 4});
  test.add("a", {.time_us = 8}, {.time_us = 16});
  test.add("b", {.time_us = 16}, {.time_us = 64});
  test.add("b", {.time_us = 17}, {.time_us = 16});
  test.add("c", {.time_us = 64}, {.time_us = 2});
  // Ranks 1 2 3 against 2 3 1: 1 - 6 * 6 / 24.
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "rho_kernels"), -0.5);
  // a: 1, b: -1, c has one launch.
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "rho_within"), 0);
}

TEST(Time, says_how_often_intervals_hold) {
  Case test;
  test.add("a", {.time_us = 10}, {.time_us = 12});
  test.add("a", {.time_us = 10}, {.time_us = 30});
  test.add("a", {.time_us = 10}, {.time_us = 10});  // states none
  EXPECT_EQ(test.value("time", "time_us", "coverage_90"), -1);
  test.answers[0].time_low_us = 10;  // the ends belong to it
  test.answers[0].time_high_us = 20;
  test.answers[1].time_low_us = 15;
  test.answers[1].time_high_us = 60;
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "coverage_90"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("time", "time_us", "width_90"), 3);
}

TEST(Class, compares_operations_per_byte_with_the_ridges) {
  Case test;
  // Ridges per 1000 bytes: 10000 fp32, 2500 integer operations.
  for (int i = 0; i < 6; ++i)
    test.add("a", {.flops = 100}, {.flops = 200});  // bandwidth, right
  for (int i = 0; i < 2; ++i)
    test.add("b", {.flops = 100}, {.flops = 20000});    // bandwidth, said compute
  test.add("c", {.int_ops = 9000}, {.int_ops = 8000});  // compute, right
  test.add("c", {.flops = 20000}, {.flops = 100});      // compute, said bandwidth
  EXPECT_DOUBLE_EQ(test.value("class", "natural", "accuracy"), 0.7);
  EXPECT_DOUBLE_EQ(test.value("class", "natural", "balanced_accuracy"), (0.75 + 0.5) / 2);
  // (1 * 6 - 2 * 1) / sqrt(3 * 2 * 8 * 7).
  EXPECT_NEAR(test.value("class", "natural", "mcc"), 4 / std::sqrt(336.0), 1e-12);
  EXPECT_DOUBLE_EQ(test.value("class", "balanced", "accuracy"), 0.625);
  // Of 100 each: 75 25 / 50 50.
  EXPECT_NEAR(test.value("class", "balanced", "mcc"),
              (50.0 * 75 - 25 * 50) / std::sqrt(75.0 * 100 * 100 * 125), 1e-12);
  EXPECT_EQ(test.value("confusion", "bandwidth", "bandwidth"), 6);
  EXPECT_EQ(test.value("confusion", "bandwidth", "compute"), 2);
  EXPECT_EQ(test.value("confusion", "compute", "bandwidth"), 1);
  EXPECT_EQ(test.value("confusion", "compute", "compute"), 1);
  EXPECT_TRUE(std::isnan(test.value("class", "near_ridge", "accuracy")));
  test.add("d", {.flops = 9500}, {.flops = 10500});  // 5 % under the ridge
  EXPECT_EQ(test.value("class", "near_ridge", "accuracy"), 0);
}

TEST(Class, of_one_who_always_says_bandwidth_is_worth_nothing) {
  Case test;
  for (int i = 0; i < 9; ++i)
    test.add("a", {.flops = 100}, {.flops = 100});
  test.add("b", {.flops = 20000}, {.flops = 100});
  EXPECT_DOUBLE_EQ(test.value("class", "natural", "accuracy"), 0.9);
  EXPECT_DOUBLE_EQ(test.value("class", "natural", "balanced_accuracy"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("class", "natural", "mcc"), 0);
}

TEST(Counts, are_exact_or_near) {
  Case test;
  test.add("k", {.flops = 1000, .int_ops = 100}, {.flops = 1000, .int_ops = 104});
  test.add("k", {.flops = 1000, .int_ops = 100}, {.flops = 1009, .int_ops = 124});
  test.add("k", {.flops = 1000, .int_ops = 100}, {.flops = 10000, .int_ops = 200});
  test.add("k", {.flops = 0}, {.flops = 0});   // does not count
  test.add("k", {.flops = 0}, {.flops = 10});  // counts, and is wrong
  EXPECT_DOUBLE_EQ(test.value("counts", "flops", "exact"), 0.25);
  EXPECT_DOUBLE_EQ(test.value("counts", "flops", "within_1"), 0.5);
  EXPECT_DOUBLE_EQ(test.value("counts", "flops", "within_10"), 0.5);
  EXPECT_NEAR(test.value("counts", "flops", "log10_error"), (0 + std::log10(1.009) + 1) / 3, 1e-6);
  EXPECT_DOUBLE_EQ(test.value("counts", "flops_fp32", "exact"), 0.25);
  EXPECT_EQ(test.value("counts", "flops_fp64", "exact"), -1);
  EXPECT_NEAR(test.value("counts", "int_ops", "within_5"), 1.0 / 3, 1e-12);
  EXPECT_NEAR(test.value("counts", "int_ops", "within_25"), 2.0 / 3, 1e-12);
}

TEST(Truth, of_some_rows_keeps_their_families_and_kernels) {
  Case test;
  test.add("a", {.time_us = 1}, {});
  test.add("b", {.time_us = 2}, {});
  test.add("a", {.time_us = 3}, {});
  test.add("c", {.time_us = 4}, {});
  const Truth some =
      select_rows(make_truth(test.rows, round_gpu()), std::vector<uint32_t>{3, 2, 0});
  EXPECT_EQ(some.rows(), 3U);
  EXPECT_EQ(some.kernels(), 2U);
  EXPECT_EQ(some.families.families, 2U);
  EXPECT_EQ(some.kernel, (std::vector<uint32_t>{0, 1, 1}));
  EXPECT_EQ(some.values[1][metric_index("time_us")], 3);
}

}  // namespace
}  // namespace kcast::eval
