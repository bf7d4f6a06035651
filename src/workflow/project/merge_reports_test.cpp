#include "workflow/project/merge_reports.h"

#include <gtest/gtest.h>

namespace kcast::workflow {
namespace {

predict::PredictReport one_launch(const char* name, double time_us, int64_t count) {
  predict::PredictReport report;
  predict::LaunchPrediction entry;
  entry.name = name;
  entry.count = count;
  entry.prediction.gpu = "h200";
  entry.prediction.values.time_us = time_us;
  report.predictions.push_back(entry);
  report.skipped.push_back({name, "why"});
  return report;
}

TEST(MergeReports, shares_are_of_all_programs_and_the_longest_comes_first) {
  const predict::PredictReport all =
      merge_reports({one_launch("a", 10, 1), one_launch("b", 15, 2)});
  ASSERT_EQ(all.predictions.size(), 2U);
  EXPECT_EQ(all.predictions[0].name, "b");
  EXPECT_DOUBLE_EQ(all.predictions[0].time_share, 0.75);
  EXPECT_DOUBLE_EQ(all.predictions[1].time_share, 0.25);
  EXPECT_EQ(all.skipped.size(), 2U);
}

}  // namespace
}  // namespace kcast::workflow
