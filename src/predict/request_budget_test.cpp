#include "predict/request_budget.h"

#include <gtest/gtest.h>

namespace kcast::predict {
namespace {

const analyze::AnalysisOptions kAlone;

TEST(RequestBudget, few_launches_get_what_one_alone_would) {
  RequestBudget budget;
  budget.expect(20);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(budget.next().exec_budget, kAlone.exec_budget) << i;
    EXPECT_EQ(budget.next().memory_budget, kAlone.memory_budget) << i;
    budget.spend(static_cast<double>(kAlone.exec_budget));
  }
}

// Almost as much as alone is not worth a second turn with the rest.
TEST(RequestBudget, a_few_more_launches_get_it_all_at_once) {
  RequestBudget budget;
  budget.expect(25);
  EXPECT_EQ(budget.next().exec_budget, kAlone.exec_budget);
  budget.expect(29);
  EXPECT_LT(budget.next().exec_budget, kAlone.exec_budget);
}

// All of them together take no more than 20 million instructions, with what the last blocks of
// each go over its share.
TEST(RequestBudget, many_launches_share_evenly) {
  RequestBudget budget;
  budget.expect(2000);
  double spent = 0;
  for (int i = 0; i < 2000; ++i) {
    const analyze::AnalysisOptions next = budget.next();
    EXPECT_NEAR(static_cast<double>(next.exec_budget), 8333, 2);
    EXPECT_EQ(next.memory_budget, 6000);
    spent += 1.2 * static_cast<double>(next.exec_budget);
    budget.spend(1.2 * static_cast<double>(next.exec_budget));
  }
  EXPECT_LE(spent, 20e6);
}

TEST(RequestBudget, what_cheap_launches_leave_over_goes_to_those_after_them) {
  RequestBudget budget;
  budget.expect(1000);
  for (int i = 0; i < 985; ++i)
    budget.spend(500);
  EXPECT_EQ(budget.next().exec_budget, kAlone.exec_budget);
  EXPECT_FALSE(RequestBudget::cut_short(budget.next(), 700000));
}

// Answers are kept by what was asked.
TEST(RequestBudget, a_launch_is_given_the_same_though_another_costs_a_little_more) {
  RequestBudget budget;
  RequestBudget other;
  budget.expect(29);
  other.expect(29);
  EXPECT_LT(budget.next().exec_budget, kAlone.exec_budget);
  budget.spend(60'000);
  other.spend(60'600);
  EXPECT_EQ(budget.next().exec_budget, other.next().exec_budget);
}

TEST(RequestBudget, each_launch_gets_some_however_many_there_are) {
  RequestBudget budget;
  budget.expect(100'000);
  budget.spend(20e6);
  EXPECT_EQ(budget.next().exec_budget, 6000);
  EXPECT_TRUE(RequestBudget::cut_short(budget.next(), 6000));
  EXPECT_FALSE(RequestBudget::cut_short(budget.next(), 1000));
}

}  // namespace
}  // namespace kcast::predict
