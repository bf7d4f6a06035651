#include "report/plan_view.h"

#include <gtest/gtest.h>

namespace kcast::report {
namespace {

TEST(PlanView, shares_are_of_the_kernels) {
  PlanTotals totals;
  totals.kernels = 8;
  totals.launches = 40;
  totals.three = 6;
  totals.compile = 7;
  totals.refused["too large"] = 3;
  EXPECT_EQ(plan_text(totals),
            "8 kernels, 40 launches\n"
            "compile in every language  7 (87.50 %)\n"
            "at least 3 valid launches  6 (75.00 %)\n"
            "refused: too large         3\n");
}

TEST(PlanView, programs_that_fall_short_are_taken_off) {
  PlanTotals totals;
  totals.kernels = 4;
  totals.launches = 10;
  totals.compile = 4;
  totals.wanted = 5;
  totals.short_of["no constant changes a launch"] = 1;
  EXPECT_EQ(plan_text(totals),
            "4 kernels, 10 launches\n"
            "compile in every language  4 (100.00 %)\n"
            "at least 3 valid launches  0 (0.00 %)\n"
            "5 launches of each kernel  3 (75.00 %)\n"
            "too few launches: 1: no constant changes a launch\n");
}

TEST(PlanView, nothing_planned_divides_by_nothing) {
  EXPECT_EQ(plan_text({}),
            "0 kernels, 0 launches\n"
            "compile in every language  0 (0.00 %)\n"
            "at least 3 valid launches  0 (0.00 %)\n");
}

}  // namespace
}  // namespace kcast::report
