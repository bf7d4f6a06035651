#include "workflow/ask/report_answer.h"

#include <gtest/gtest.h>

#include <string>

#include "predict/report_json.h"

namespace kcast::workflow {
namespace {

predict::LaunchPrediction launch(double share, double time_us, Bound bound) {
  predict::LaunchPrediction out;
  out.time_share = share;
  out.prediction.values = {
      .time_us = time_us, .flops_fp16 = 2, .flops_fp32 = 2, .flops_fp64 = 2, .flops_tensor = 2};
  out.prediction.bound = bound;
  return out;
}

std::string report(std::vector<predict::LaunchPrediction> launches) {
  return predict::report_to_json({.predictions = std::move(launches)}, {});
}

TEST(ReportAnswer, answers_every_template_for_the_kernel_that_takes_most_of_the_time) {
  const std::string text =
      report({launch(0.2, 3, Bound::Bandwidth), launch(0.8, 12.5, Bound::Compute)});
  for (const encode::Template which :
       {encode::Template::Omniwise, encode::Template::Compact, encode::Template::Roofline}) {
    const auto values = read_answer(which, text);
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(values->bound, Bound::Compute);
    ASSERT_TRUE(values->base);
    EXPECT_EQ(values->base->time_us, 12.5);
    EXPECT_EQ(total_flops(*values->base), 8);  // of four types
  }
}

TEST(ReportAnswer, other_texts_are_none) {
  const std::string whole = report({launch(1, 3, Bound::Compute)});
  for (const std::string& text : {std::string("Compute"), std::string("{}"), report({}),
                                  whole.substr(1), whole.substr(0, whole.size() / 2)}) {
    EXPECT_FALSE(values_of_report(text)) << text;
  }
  const auto word = read_answer(encode::Template::Roofline, "Compute");
  ASSERT_TRUE(word);
  EXPECT_EQ(word->bound, Bound::Compute);
}

}  // namespace
}  // namespace kcast::workflow
