#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "eval/bootstrap.h"

namespace kcast::eval {
namespace {

FamilyIndex families_of(std::vector<std::string> names) {
  return index_families(names);
}

double drawn(const Statistic& statistic, const SumTable& table, std::vector<float> weights) {
  return statistic({weights, table.weighted(weights)});
}

TEST(Bootstrap, weights_families_in_means_and_medians) {
  const FamilyIndex index = families_of({"a", "a", "b", "c"});
  ASSERT_EQ(index.families, 3U);
  const std::vector<double> values = {1, 3, 8, kNoNumber};
  SumTable table(3);
  const Statistic mean = mean_of(values, index, table);
  const Statistic median = median_of(values, index, table);
  EXPECT_DOUBLE_EQ(drawn(mean, table, {1, 1, 1}), 4);    // (1 + 3 + 8) / 3
  EXPECT_DOUBLE_EQ(drawn(median, table, {1, 1, 1}), 3);  // 1 3 8
  // Family a not at all, b twice: 8 8. Family a twice, b once: 1 1 3 3 8.
  EXPECT_DOUBLE_EQ(drawn(mean, table, {0, 2, 1}), 8);
  EXPECT_DOUBLE_EQ(drawn(median, table, {0, 2, 1}), 8);
  EXPECT_DOUBLE_EQ(drawn(mean, table, {2, 1, 0}), 3.2);
  EXPECT_DOUBLE_EQ(drawn(median, table, {2, 1, 0}), 3);
  // Only the family without a value.
  EXPECT_TRUE(std::isnan(drawn(mean, table, {0, 0, 3})));
  EXPECT_TRUE(std::isnan(drawn(median, table, {0, 0, 3})));
}

TEST(Bootstrap, takes_the_middle_of_an_even_number_of_values) {
  const FamilyIndex index = families_of({"a", "b", "c", "d"});
  SumTable table(4);
  const Statistic median = median_of(std::vector<double>{10, 2, 4, 30}, index, table);
  EXPECT_DOUBLE_EQ(drawn(median, table, {1, 1, 1, 1}), 7);   // 2 4 | 10 30
  EXPECT_DOUBLE_EQ(drawn(median, table, {0, 1, 0, 1}), 16);  // 2 | 30
  EXPECT_DOUBLE_EQ(drawn(median, table, {0, 2, 2, 0}), 3);   // 2 2 | 4 4
  EXPECT_DOUBLE_EQ(drawn(median, table, {1, 2, 2, 0}), 4);   // 2 2 4 4 10
}

// Against sorting, on draws that move the median far and near.
TEST(Bootstrap, finds_the_median_of_any_draw) {
  Rng rng(11);
  std::vector<std::string> names;
  std::vector<double> values;
  for (int i = 0; i < 300; ++i) {
    names.push_back(std::to_string(i % 7));
    values.push_back(static_cast<double>(rng.below(40)) + i % 7);
  }
  const FamilyIndex index = index_families(names);
  SumTable table(index.families);
  const Statistic median = median_of(values, index, table);
  for (int n = 0; n < 200; ++n) {
    std::vector<float> weights(index.families);
    for (float& weight : weights)
      weight = static_cast<float>(rng.below(3));
    std::vector<double> all;
    for (size_t i = 0; i < values.size(); ++i)
      all.insert(all.end(), static_cast<size_t>(weights[index.of_row[i]]), values[i]);
    if (all.empty()) continue;
    std::sort(all.begin(), all.end());
    const double middle = (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2;
    EXPECT_DOUBLE_EQ(drawn(median, table, weights), middle);
  }
}

TEST(Bootstrap, counts_categories) {
  const FamilyIndex index = families_of({"a", "b", "b", "c"});
  const std::vector<int> category = {0, 1, 1, -1};
  SumTable table(3);
  const Statistic ratio = figure_of_counts(
      category, 2, [](std::span<const double> counts) { return counts[1] / counts[0]; }, index,
      table);
  EXPECT_DOUBLE_EQ(drawn(ratio, table, {1, 1, 1}), 2);
  EXPECT_DOUBLE_EQ(drawn(ratio, table, {4, 1, 0}), 0.5);
}

TEST(Bootstrap, sums_several_draws_at_once) {
  const FamilyIndex index = families_of({"a", "b", "b", "c"});
  SumTable table(3);
  EXPECT_EQ(table.add(std::vector<double>{1, 2, 3, 4}, index), 0U);
  EXPECT_EQ(table.add(std::vector<double>{7, kNoNumber, 0, 0}, index), 1U);
  EXPECT_EQ(table.add(std::vector<double>{1, 5, 0, 4}, index), 0U);  // the same sums
  const std::vector<std::vector<float>> draws = {{1, 1, 1}, {0, 3, 0}, {2, 0, 1}};
  EXPECT_EQ(DrawSums(table).weighted(draws),
            (std::vector<std::vector<double>>{{10, 7}, {15, 0}, {6, 14}}));
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
  const SumTable table(5);
  const Statistic rho = rank_correlation(a, b, index);
  EXPECT_DOUBLE_EQ(drawn(rho, table, {1, 1, 1, 1, 1}), 0.6);
  // A family drawn twice is the same as its rows written twice.
  EXPECT_NEAR(drawn(rho, table, {2, 1, 0, 3, 1}),
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
  SumTable table(index.families);
  const std::vector<Statistic> statistics = {mean_of(right, index, table)};
  const Estimate one = bootstrap(statistics, table, {.seed = 3, .jobs = 1})[0];
  EXPECT_NEAR(one.high - one.low, 2 * 1.96 * 0.0229, 0.012);
  EXPECT_LT(one.low, one.value);
  EXPECT_GT(one.high, one.value);
  const Estimate two = bootstrap(statistics, table, {.seed = 3, .jobs = 4})[0];
  EXPECT_EQ(one.low, two.low);
  EXPECT_EQ(one.high, two.high);
}

TEST(Bootstrap, gives_no_interval_for_a_handful_of_families) {
  const FamilyIndex index = families_of({"a", "b", "b", "c"});
  SumTable table(index.families);
  const std::vector<Statistic> statistics = {
      mean_of(std::vector<double>{1, 0, 0, 0}, index, table)};
  const Estimate estimate = bootstrap(statistics, table, {})[0];
  EXPECT_DOUBLE_EQ(estimate.value, 0.25);
  EXPECT_TRUE(std::isnan(estimate.low));
  SumTable empty(0);
  const std::vector<Statistic> of_nothing = {mean_of(std::vector<double>{}, FamilyIndex{}, empty)};
  EXPECT_TRUE(std::isnan(bootstrap(of_nothing, empty, {})[0].value));
}

}  // namespace
}  // namespace kcast::eval
