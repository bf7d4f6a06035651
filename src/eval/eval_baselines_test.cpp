#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/rng.h"
#include "eval/baselines.h"
#include "eval/eval_test_data.h"
#include "eval/launch_tree.h"
#include "eval/noise.h"

namespace kcast::eval {
namespace {

struct Rows {
  std::vector<ScoredRow> rows;
  std::vector<std::optional<TokenSketch>> sketches;

  ScoredRow& add(const std::string& recipe, const Numbers& measured, double blocks = 1) {
    rows.push_back(row_of(recipe, "x", measured));
    rows.back().numbers.blocks = blocks;
    return rows.back();
  }

  Truth truth() const { return make_truth(rows, round_gpu()); }
};

RowNumbers first_rows(uint32_t count) {
  RowNumbers out(count);
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

TEST(BestConstant, is_right_for_most_rows) {
  Rows data;
  // 100 and 110 share the constants 99..110; 50 stands alone.
  for (const double hit : {100.0, 91.0, 50.0, 95.0})
    data.add("k", {.l1_hit = hit});
  const Truth truth = data.truth();
  const Answer best = best_constant({truth, data.rows, {}}, first_rows(4));
  const double hit = best.values[metric_index("l1_hit_rate_pct")];
  for (const double right : {100.0, 91.0, 95.0})
    EXPECT_LE(std::abs(hit - right), 0.1 * right + 1e-9);
}

TEST(BestConstant, of_operations_leaves_out_launches_without_any) {
  Rows data;
  for (const double flops : {0.0, 0.0, 0.0, 1000.0, 1050.0})
    data.add("k", {.flops = flops});
  const Truth truth = data.truth();
  const Answer best = best_constant({truth, data.rows, {}}, first_rows(5));
  EXPECT_NEAR(best.values[metric_index("flops_fp32")], 1000, 100);
  EXPECT_EQ(best.values[metric_index("gflops")], 0);
}

TEST(BestConstant, of_the_time_has_the_least_mape) {
  Rows data;
  for (const double time : {1.0, 2.0, 4.0, 100.0})
    data.add("k", {.time_us = time});
  const Truth truth = data.truth();
  const double best =
      best_constant({truth, data.rows, {}}, first_rows(4)).values[metric_index("time_us")];
  const auto mape = [](double c) {
    return std::abs(c - 1) + std::abs(c - 2) / 2 + std::abs(c - 4) / 4 + std::abs(c - 100) / 100;
  };
  for (const double other : {0.5, 0.9, 1.1, 1.5, 2.0, 3.0, 4.0, 50.0})
    EXPECT_LE(mape(best), mape(other)) << other;
}

TEST(BestConstant, says_the_more_frequent_class) {
  Rows data;
  data.add("k", {.flops = 100});
  data.add("k", {.flops = 100});
  data.add("k", {.flops = 1e6});
  const Truth truth = data.truth();
  EXPECT_EQ(best_constant({truth, data.rows, {}}, first_rows(3)).bound, Bound::Bandwidth);
  EXPECT_EQ(best_constant({truth, data.rows, {}}, {2}).bound, Bound::Compute);
  EXPECT_EQ(best_constant({truth, data.rows, {}}, {}).bound, Bound::None);
}

// Hit rates in percent have a ceiling of 100: 0.04 is written as 0.000, as 0 is, and 10.14 as
// 0.101, which 0.100 to 0.111 accept.
TEST(BestConstant, of_the_rounded_table_is_the_best_of_what_is_written) {
  Rows data;
  for (const double hit : {0.0, 0.04, 0.03, 10.14, 60.0})
    data.add("k", {.l1_hit = hit});
  const Truth truth = data.truth();
  const BaselineData known{truth, data.rows, {}, {}, 1, omniwise_ceilings()};
  const size_t hit = metric_index("l1_hit_rate_pct");
  EXPECT_EQ(best_rounded_constant(known, first_rows(5)).values[hit], 0);
  const double among = best_rounded_constant(known, {3}).values[hit];
  EXPECT_NEAR(among, 10.14, 0.1 * 10.14 + 0.05);
  EXPECT_NEAR(1000 * among / 100, std::round(1000 * among / 100), 1e-9);
  EXPECT_TRUE(
      std::isnan(best_rounded_constant(known, first_rows(5)).values[metric_index("time_us")]));
  EXPECT_FALSE(best_rounded_constant(known, {3}).subjects.time);
}

TEST(LaunchTree, finds_what_looking_at_all_finds) {
  Rng rng(5);
  std::vector<LaunchPlace> places(600);
  for (LaunchPlace& place : places) {
    for (float& coordinate : place)
      coordinate = static_cast<float>(rng.below(6));  // few values: many equals
  }
  const LaunchTree tree(places);
  for (int i = 0; i < 100; ++i) {
    LaunchPlace at{};
    for (float& coordinate : at)
      coordinate = static_cast<float>(rng.unit() * 6);
    std::vector<std::pair<float, uint32_t>> all;
    for (uint32_t n = 0; n < places.size(); ++n)
      all.emplace_back(squared_distance(at, places[n]), n);
    std::sort(all.begin(), all.end());
    const std::vector<uint32_t> found = tree.nearest(at, 15);
    ASSERT_EQ(found.size(), 15U);
    for (size_t n = 0; n < found.size(); ++n)
      EXPECT_EQ(found[n], all[n].second);
  }
}

TEST(LaunchTree, gives_all_it_has) {
  EXPECT_TRUE(LaunchTree({}).nearest({}, 3).empty());
  EXPECT_EQ(LaunchTree({LaunchPlace{1}, LaunchPlace{2}}).nearest({}, 3).size(), 2U);
}

TEST(LaunchOnly, answers_with_the_median_of_near_launches) {
  Rows data;
  for (int i = 0; i < 15; ++i)
    data.add("small", {.time_us = 10.0 + i}, 8);
  for (int i = 0; i < 15; ++i)
    data.add("large", {.time_us = 1000.0 + i}, 8000);
  data.add("asked", {.time_us = 1}, 7000);
  const Truth truth = data.truth();
  const std::vector<Answer> answers =
      answer_by_launch({truth, data.rows, {}}, first_rows(30), {30});
  EXPECT_DOUBLE_EQ(answers[0].values[metric_index("time_us")], 1007);
}

TEST(Tokens, sketches_agree_as_far_as_texts_do) {
  std::vector<uint64_t> a(1000);
  std::iota(a.begin(), a.end(), uint64_t{1});
  std::vector<uint64_t> half = a;  // 1000 of 2000: Jaccard similarity 1 / 3 with 500 replaced
  for (size_t i = 500; i < half.size(); ++i)
    half[i] += 1000000;
  const TokenSketch of_a = token_sketch(a);
  EXPECT_EQ(common_bytes(of_a, of_a), 64);
  TokenSketch near = of_a;
  for (const size_t place : {0, 7, 8, 31, 63})
    near[place] = static_cast<uint8_t>(near[place] ^ (place == 8 ? 0x80 : 1));
  EXPECT_EQ(common_bytes(of_a, near), 59);
  EXPECT_NEAR(common_bytes(of_a, token_sketch(half)), 64.0 / 3, 12);  // three standard deviations
  EXPECT_EQ(parse_sketch(sketch_text(of_a)), of_a);
  EXPECT_FALSE(parse_sketch("12"));
  EXPECT_FALSE(parse_sketch(std::string(128, 'x')));
}

TEST(Tokens, answer_with_the_same_scale_of_a_kernel_that_is_alike) {
  Rows data;
  data.add("like", {.time_us = 3}, 10);
  data.add("like", {.time_us = 30}, 100);
  for (int i = 0; i < 8; ++i)
    data.add("other" + std::to_string(i), {.time_us = 500}, 100);
  data.add("asked", {.time_us = 29}, 90);
  data.add("unread", {.time_us = 29}, 90);
  const Truth truth = data.truth();
  std::vector<std::optional<TokenSketch>> sketches(truth.kernels());
  for (size_t kernel = 1; kernel < 9; ++kernel)
    sketches[kernel] = token_sketch(std::vector<uint64_t>{100 + kernel});
  sketches[0] = token_sketch(std::vector<uint64_t>{1, 2, 3, 4});
  sketches[9] = token_sketch(std::vector<uint64_t>{1, 2, 3, 4, 5});
  const std::vector<Answer> answers =
      answer_by_tokens({truth, data.rows, sketches}, first_rows(10), {10, 11});
  // Eight kernels are looked at, so one of the others too has a launch of this scale; the first
  // of equally near ones is that of the kernel that is most alike.
  EXPECT_EQ(answers[0].values[metric_index("time_us")], 30);
  EXPECT_TRUE(std::isnan(answers[1].values[metric_index("time_us")]));
}

}  // namespace
}  // namespace kcast::eval
