#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "eval/bootstrap.h"

namespace kcast::eval {
namespace {

FamilyIndex families_of(std::vector<std::string> names) {
  return index_families(names);
}

double once(const Statistic& statistic, size_t families) {
  return statistic(std::vector<float>(families, 1.0F));
}

TEST(Bootstrap, weights_families_in_means_and_medians) {
  const FamilyIndex index = families_of({"a", "a", "b", "c"});
  ASSERT_EQ(index.families, 3U);
  const std::vector<double> values = {1, 3, 8, kNoNumber};
  const Statistic mean = mean_of(values, index);
  const Statistic median = median_of(values, index);
  EXPECT_DOUBLE_EQ(once(mean, 3), 4);    // (1 + 3 + 8) / 3
  EXPECT_DOUBLE_EQ(once(median, 3), 3);  // 1 3 8
  // Family a not at all, b twice: 8 8. Family a twice, b once: 1 1 3 3 8.
  EXPECT_DOUBLE_EQ(mean(std::vector<float>{0, 2, 1}), 8);
  EXPECT_DOUBLE_EQ(median(std::vector<float>{0, 2, 1}), 8);
  EXPECT_DOUBLE_EQ(mean(std::vector<float>{2, 1, 0}), 3.2);
  EXPECT_DOUBLE_EQ(median(std::vector<float>{2, 1, 0}), 3);
  // Only the family without a value.
  EXPECT_TRUE(std::isnan(mean(std::vector<float>{0, 0, 3})));
  EXPECT_TRUE(std::isnan(median(std::vector<float>{0, 0, 3})));
}

TEST(Bootstrap, takes_the_middle_of_an_even_number_of_values) {
  const FamilyIndex index = families_of({"a", "b", "c", "d"});
  const Statistic median = median_of(std::vector<double>{10, 2, 4, 30}, index);
  EXPECT_DOUBLE_EQ(once(median, 4), 7);                          // 2 4 | 10 30
  EXPECT_DOUBLE_EQ(median(std::vector<float>{0, 1, 0, 1}), 16);  // 2 | 30
  EXPECT_DOUBLE_EQ(median(std::vector<float>{0, 2, 2, 0}), 3);   // 2 2 | 4 4
  EXPECT_DOUBLE_EQ(median(std::vector<float>{1, 2, 2, 0}), 4);   // 2 2 4 4 10
}

TEST(Bootstrap, counts_categories) {
  const FamilyIndex index = families_of({"a", "b", "b", "c"});
  const std::vector<int> category = {0, 1, 1, -1};
  const Statistic ratio = figure_of_counts(
      category, 2, [](std::span<const double> counts) { return counts[1] / counts[0]; }, index);
  EXPECT_DOUBLE_EQ(once(ratio, 3), 2);
  EXPECT_DOUBLE_EQ(ratio(std::vector<float>{4, 1, 0}), 0.5);
}

TEST(Bootstrap, correlates_ranks) {
  // By hand: ranks 1 2 3 4 against 2 1 4 3, sum of squared differences 4, 1 - 6 * 4 / 60.
  EXPECT_DOUBLE_EQ(
      rank_correlation(std::vector<double>{1, 5, 9, 100}, std::vector<double>{20, 10, 40, 30}),
      0.6);
  // Ties: ranks 1.5 1.5 3 against 1 2 3; covariance 1.5, variances 1.5 and 2.
  EXPECT_NEAR(rank_correlation(std::vector<double>{7, 7, 8}, std::vector<double>{1, 2, 3}),
              1.5 / std::sqrt(3.0), 1e-12);
  EXPECT_TRUE(std::isnan(rank_correlation(std::vector<double>{1, 1}, std::vector<double>{1, 2})));
  EXPECT_TRUE(std::isnan(rank_correlation(std::vector<double>{1}, std::vector<double>{1})));
}

TEST(Bootstrap, correlates_ranks_of_drawn_families) {
  const FamilyIndex index = families_of({"a", "b", "c", "d", "e"});
  const std::vector<double> a = {1, 5, 9, 100, kNoNumber};
  const std::vector<double> b = {20, 10, 40, 30, 1};
  const Statistic rho = rank_correlation(a, b, index);
  EXPECT_DOUBLE_EQ(once(rho, 5), 0.6);
  // A family drawn twice is the same as its rows written twice.
  EXPECT_NEAR(rho(std::vector<float>{2, 1, 0, 3, 1}),
              rank_correlation(std::vector<double>{1, 1, 5, 100, 100, 100},
                               std::vector<double>{20, 20, 10, 30, 30, 30}),
              1e-12);
}

// 400 families of 10 equal rows, right with probability 0.7: the share's standard deviation is
// sqrt(0.7 * 0.3 / 400) = 0.0229, so the interval is about 0.09 wide. Over rows it would be 0.028.
TEST(Bootstrap, draws_families_and_not_rows) {
  Rng rng(7);
  std::vector<std::string> names;
  std::vector<double> right;
  for (int family = 0; family < 400; ++family) {
    const double value = rng.chance(0.7) ? 1 : 0;
    for (int row = 0; row < 10; ++row) {
      names.push_back(std::to_string(family));
      right.push_back(value);
    }
  }
  const FamilyIndex index = index_families(names);
  const std::vector<Statistic> statistics = {mean_of(right, index)};
  const Estimate one = bootstrap(statistics, index.families, {.seed = 3, .jobs = 1})[0];
  EXPECT_NEAR(one.high - one.low, 2 * 1.96 * 0.0229, 0.012);
  EXPECT_LT(one.low, one.value);
  EXPECT_GT(one.high, one.value);
  const Estimate two = bootstrap(statistics, index.families, {.seed = 3, .jobs = 4})[0];
  EXPECT_EQ(one.low, two.low);
  EXPECT_EQ(one.high, two.high);
}

TEST(Bootstrap, gives_no_interval_for_a_handful_of_families) {
  const FamilyIndex index = families_of({"a", "b", "b", "c"});
  const std::vector<Statistic> statistics = {mean_of(std::vector<double>{1, 0, 0, 0}, index)};
  const Estimate estimate = bootstrap(statistics, index.families, {})[0];
  EXPECT_DOUBLE_EQ(estimate.value, 0.25);
  EXPECT_TRUE(std::isnan(estimate.low));
  const Estimate nothing =
      bootstrap(std::vector<Statistic>{mean_of(std::vector<double>{}, FamilyIndex{})}, 0, {})[0];
  EXPECT_TRUE(std::isnan(nothing.value));
}

}  // namespace
}  // namespace kcast::eval
