#include "encode/report/report_answer.h"

#include <gtest/gtest.h>

#include <string>

namespace kcast::encode {
namespace {

std::string prediction(const char* share, const char* bound, const char* metrics) {
  return std::string(R"({"time_share":)") + share + R"(,"class":")" + bound + R"(","metrics":{)" +
         metrics + "}}";
}

std::string report(const std::string& predictions) {
  return R"({"format":"kcast-prediction-1","predictions":[)" + predictions + R"(],"skipped":[]})";
}

TEST(ReportAnswer, is_read_for_the_kernel_that_takes_most_of_the_time) {
  const auto values = values_of_report(
      report(prediction("0.2", "bandwidth-bound", R"("time_us":{"value":3,"low":2,"high":4})") +
             "," + prediction("0.8", "compute-bound", R"("time_us":{"value":12.5})")));
  ASSERT_TRUE(values);
  EXPECT_EQ(values->metrics.at("time_us"), 12.5);
  EXPECT_EQ(values->bound, Bound::Compute);
  EXPECT_FALSE(values->base);  // most of it is not said
}

TEST(ReportAnswer, answers_every_template) {
  std::string metrics;
  for (const Metric& metric : kcast::metrics()) {
    metrics += (metrics.empty() ? "\"" : ",\"") + std::string(metric.name) + R"(":{"value":2})";
  }
  const std::string text = report(prediction("1", "bandwidth-bound", metrics.c_str()));
  for (const Template which : {Template::Omniwise, Template::Compact, Template::Roofline}) {
    const auto values = parse_answer(which, text);
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(values->bound, Bound::Bandwidth);
    EXPECT_EQ(values->metrics.at("gflops"), 2);
    ASSERT_TRUE(values->base);
    EXPECT_EQ(total_flops(*values->base), 8);  // of four types
  }
}

TEST(ReportAnswer, other_texts_are_none) {
  for (const std::string& text : {std::string("Compute"), std::string("{}"), report(""),
                                  report("1"), report(prediction("1", "x", "")).substr(1)}) {
    EXPECT_FALSE(values_of_report(text)) << text;
  }
}

}  // namespace
}  // namespace kcast::encode
