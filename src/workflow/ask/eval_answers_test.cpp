#include "workflow/ask/eval_answers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "eval/eval_test_data.h"
#include "eval/noise.h"
#include "eval/report_text.h"

namespace kcast::workflow {
namespace {

using eval::metric_index;

// Escaped as in JSON: tabs between the parts.
std::string line_of(const std::string& recipe, const std::string& answer,
                    const std::string& launch = "x") {
  return "{\"id\": \"" + recipe + "\\tcuda\\t" + launch + "\\tround\", \"answer\": \"" + answer +
         "\"}\n";
}

// Figure 3's answer; every counter has the share that is given.
std::string omniwise_answer(const std::string& share) {
  std::string out = "Here they are: {";
  for (const char* key :
       {"L1_Cache_Arithmetic_Intensity", "L2_Cache_Arithmetic_Intensity",
        "HBM_Arithmetic_Intensity", "L1_Cache_GFLOPS", "L2_Cache_GFLOPS", "HBM_GFLOPS",
        "L1_Cache_Bandwidth", "L2_Cache_Bandwidth", "L2_Fabric_Write_BW", "L2_Fabric_Read_BW",
        "L1_Cache_Hit_Rate", "L2_Cache_Hit_Rate"}) {
    out +=
        std::string(out.back() == '{' ? "" : ", ") + "\\\"" + key + "\\\": \\\"" + share + "\\\"";
  }
  return out + "}";
}

// Counts in the order of the template, without exponents.
std::string compact_answer(const std::string& flops, const std::string& bytes,
                           const std::string& time) {
  return R"({\"l1_hit_rate_pct\":50.0,\"l2_hit_rate_pct\":120.0,\"flops_fp16\":0,)"
         R"(\"flops_fp32\":)" +
         flops + R"(,\"flops_fp64\":0,\"flops_tensor\":0,\"int_ops\":7,\"l1_bytes\":)" + bytes +
         R"(,\"l2_bytes\":)" + bytes + R"(,\"hbm_read_bytes\":)" + bytes +
         R"(,\"hbm_write_bytes\":0,\"time_us\":)" + time + "}";
}

// Rows a to d on the test side, e on the train side.
eval::EvalInput five_rows() {
  eval::EvalInput input;
  input.gpu = eval::round_gpu();
  input.ceilings = eval::omniwise_ceilings();
  for (const char* recipe : {"a", "b", "c", "d", "e"}) {
    input.rows.push_back(
        eval::row_of(recipe, "x", {.time_us = 10, .hbm_bytes = 163840000, .l1_hit = 50}));
    input.answers.push_back(eval::answer_of(eval::base_of({.time_us = 12}), input.gpu));
    input.sides.push_back(*recipe == 'e' ? eval::Side::Train : eval::Side::Test);
    input.second.emplace_back();
  }
  return input;
}

Result<ModelAnswers> parsed(const std::string& text, const std::string& form) {
  return parse_answers(text, "tuned=some/answers.jsonl", form);
}

TEST(ModelAnswers, of_omniwise_are_shares_of_ceilings) {
  const auto model = parsed(line_of("a", omniwise_answer("0.500")), "omniwise");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->name, "tuned");
  eval::EvalInput input = five_rows();
  const eval::Predictor predictor = predictor_of(*model, input);
  const eval::Answer& answer = predictor.answers[0];
  EXPECT_DOUBLE_EQ(answer.values[eval::metric_index("l1_hit_rate_pct")], 50);
  EXPECT_DOUBLE_EQ(answer.values[eval::metric_index("l1_bandwidth_gbs")], 8192);
  EXPECT_DOUBLE_EQ(answer.values[eval::metric_index("l2_arithmetic_intensity")], 2560);
  EXPECT_DOUBLE_EQ(answer.values[eval::metric_index("gflops")], 6144);
  EXPECT_TRUE(std::isnan(answer.values[eval::metric_index("time_us")]));
  EXPECT_EQ(answer.subjects, (eval::Subjects{true, false, false, false}));
  // Three of the test side were not answered.
  EXPECT_EQ(predictor.not_predicted.at("it was not answered"), 3U);
}

TEST(ModelAnswers, of_compact_say_everything) {
  const auto model = parsed(line_of("a", compact_answer("2000000", "100000", "20.0")), "compact");
  ASSERT_TRUE(model) << model.error().message;
  const eval::Answer answer = predictor_of(*model, five_rows()).answers[0];
  EXPECT_DOUBLE_EQ(answer.values[eval::metric_index("time_us")], 20);
  EXPECT_DOUBLE_EQ(answer.values[eval::metric_index("gflops")], 100);           // 2e6 / 20 us
  EXPECT_DOUBLE_EQ(answer.values[eval::metric_index("l1_bandwidth_gbs")], 5);   // 1e5 bytes / 20 us
  EXPECT_DOUBLE_EQ(answer.values[eval::metric_index("l2_hit_rate_pct")], 100);  // cut
  EXPECT_EQ(answer.bound, Bound::Compute);  // 20 > 10 FLOP a byte
  EXPECT_EQ(answer.subjects, eval::Subjects());
}

TEST(ModelAnswers, that_cannot_be_read_are_counted_by_reason) {
  std::string broken = omniwise_answer("0.500");
  broken.replace(broken.find("0.500"), 5, "about half");
  const auto model = parsed(line_of("a", "I cannot see the code.") + line_of("b", broken) +
                                line_of("c", "{}") + line_of("d", omniwise_answer("0.500")),
                            "omniwise");
  ASSERT_TRUE(model) << model.error().message;
  const eval::Predictor predictor = predictor_of(*model, five_rows());
  const std::map<std::string, size_t> expected = {
      {"the answer has no JSON object", 1},
      {"the answer has 'L1_Cache_Arithmetic_Intensity', which is no number", 1},
      {"the answer lacks 'L1_Cache_Arithmetic_Intensity'", 1}};
  EXPECT_EQ(predictor.not_predicted, expected);
  EXPECT_TRUE(std::isnan(predictor.answers[0].values[eval::metric_index("gflops")]));
}

TEST(ModelAnswers, to_the_roofline_question_are_a_class) {
  const auto model =
      parsed(line_of("a", "Compute") + line_of("b", " bandwidth-bound") + line_of("c", "Both"),
             "roofline");
  ASSERT_TRUE(model);
  const eval::Predictor predictor = predictor_of(*model, five_rows());
  EXPECT_EQ(predictor.answers[0].bound, Bound::Compute);
  EXPECT_EQ(predictor.answers[1].bound, Bound::Bandwidth);
  EXPECT_EQ(predictor.answers[2].bound, Bound::None);
  EXPECT_EQ(predictor.not_predicted.at("the answer is neither Compute nor Bandwidth"), 1U);
}

// Rows: 50 % hits, 163.84 MB in 10 us, which is 16384 GB/s, at every level, no writes. The model is
// right about the first two rows' bandwidths and hits, says nothing about the third, and was not
// asked the fourth.
TEST(ModelAnswers, are_scored_as_other_predictors_on_the_same_rows) {
  const auto right = omniwise_answer("1.000");
  const auto tuned =
      parsed(line_of("a", right) + line_of("b", right) + line_of("c", "?"), "omniwise");
  const auto other = parse_answers(line_of("a", omniwise_answer("0.500")) +
                                       line_of("b", omniwise_answer("0.500")) +
                                       line_of("c", omniwise_answer("0.500")),
                                   "untuned.jsonl", "omniwise");
  ASSERT_TRUE(tuned && other);
  EXPECT_EQ(other->name, "untuned");
  const std::vector<ModelAnswers> models = {*tuned, *other};
  eval::EvalInput input = five_rows();
  ASSERT_TRUE(keep_answered(models, input));
  EXPECT_EQ(input.sides[3], eval::Side::None);
  compare_models(models, input);
  eval::EvalOptions options;
  options.bootstrap.resamples = 0;
  const auto report = eval::evaluate(input, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->launches, 3U);
  ASSERT_GE(report->predictors.size(), 3U);
  EXPECT_EQ(report->predictors[0].name, "tuned");
  EXPECT_EQ(report->predictors[1].name, "untuned");
  EXPECT_EQ(report->predictors[2].name, "analytic");
  const auto within = [&](size_t predictor, const char* table, const char* metric) {
    return eval::find_figure(report->predictors[predictor].figures, table, metric, "within_10")
        ->estimate;
  };
  // An answer that cannot be read is a miss, not a row less.
  EXPECT_NEAR(within(0, "counters", "l1_bandwidth_gbs").value, 2.0 / 3, 1e-12);
  EXPECT_EQ(within(0, "counters", "l1_bandwidth_gbs").rows, 3U);
  EXPECT_NEAR(within(0, "rounded", "l1_bandwidth_gbs").value, 2.0 / 3, 1e-12);
  EXPECT_EQ(within(0, "counters", "l1_hit_rate_pct").value, 0);
  EXPECT_EQ(within(1, "counters", "l1_hit_rate_pct").value, 1);
  EXPECT_EQ(within(1, "counters", "l1_bandwidth_gbs").value, 0);
  // It was never asked for the time; the analytic predictor was.
  EXPECT_EQ(within(0, "time", "time_us").rows, 0U);
  EXPECT_EQ(within(2, "time", "time_us").rows, 3U);
  EXPECT_EQ(report->not_predicted.at("the answer has no JSON object"), 1U);
  EXPECT_NE(eval::report_text(*report).find("COUNTERS of tuned"), std::string::npos);
}

TEST(ModelAnswers, to_what_a_model_may_have_learnt_are_refused) {
  eval::EvalInput input = five_rows();
  const std::vector<ModelAnswers> learnt = {*parsed(line_of("e", "{}"), "compact")};
  const Status kept = keep_answered(learnt, input);
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().message,
            "some/answers.jsonl answers 'e cuda x', which is not on the side that is scored; see "
            "--split and --side");
  const std::vector<ModelAnswers> unknown = {*parsed(line_of("a", "{}", "y"), "compact")};
  EXPECT_FALSE(keep_answered(unknown, input));
}

TEST(ModelAnswers, of_a_wrong_file_are_an_error_that_names_the_line) {
  const auto error_of = [](const std::string& text, const std::string& form) {
    const auto model = parsed(text, form);
    return model ? std::string() : model.error().message;
  };
  const std::string good = line_of("a", "{}");
  EXPECT_EQ(error_of(good + "nonsense\n", "compact"), "some/answers.jsonl:2: is no JSON object");
  EXPECT_EQ(error_of(good, ""),
            "some/answers.jsonl:1: names no template; say which one with --template");
  EXPECT_EQ(error_of(good + good, "compact"),
            "some/answers.jsonl:2: answers a sample for the second time");
  EXPECT_NE(error_of(R"({"id": "a", "answer": ""})", "compact").find("has no id"),
            std::string::npos);
  EXPECT_NE(error_of(R"({"id": "a\tb\tc\td", "template": "omniwise", "answer": ""})", "compact")
                .find("and not compact"),
            std::string::npos);
  EXPECT_NE(error_of("\n", "compact").find("has no answers"), std::string::npos);
  EXPECT_NE(error_of(good, "llmperf").find("answered by a head"), std::string::npos);
}

}  // namespace
}  // namespace kcast::workflow
