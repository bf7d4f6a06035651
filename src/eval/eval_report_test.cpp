#include <gtest/gtest.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "eval/eval_test_data.h"
#include "eval/evaluate.h"
#include "eval/noise.h"
#include "eval/report_csv.h"
#include "eval/report_json.h"
#include "eval/report_text.h"

namespace kcast::eval {
namespace {

// Ten families of two launches; predictions are 20 % too long, those of family 9 fourfold.
EvalInput ten_families() {
  EvalInput input;
  input.gpu = round_gpu();
  input.ceilings = omniwise_ceilings();
  input.ceilings_of = "Table 2";
  for (int family = 0; family < 10; ++family) {
    for (int launch = 0; launch < 2; ++launch) {
      const double time = 10.0 * (1 + family) * (1 + launch);
      const std::string recipe = "syn-1:" + std::to_string(family);
      input.rows.push_back(row_of(recipe, "n=" + std::to_string(launch), {.time_us = time}));
      input.rows.back().source = family < 5 ? "syn" : "motif";
      if (family >= 5) input.rows.back().motif = "scan";
      input.rows.back().numbers.blocks = time;
      const double factor = family == 9 ? 4 : 1.2;
      input.answers.push_back(answer_of(base_of({.time_us = factor * time}), input.gpu));
      input.sides.push_back(Side::Test);
      input.second.push_back(base_of({.time_us = 1.01 * time}));
    }
  }
  return input;
}

EvalOptions quick_options() {
  EvalOptions options;
  options.bootstrap.resamples = 50;
  return options;
}

double time_figure(const std::vector<Figure>& figures, const char* column) {
  return find_figure(figures, "time", "time_us", column)->estimate.value;
}

const PredictorScore& predictor(const EvalReport& report, const std::string& name) {
  for (const PredictorScore& score : report.predictors) {
    if (score.name == name) return score;
  }
  throw std::out_of_range(name);
}

TEST(Evaluate, scores_the_predictor_beside_what_knows_nothing) {
  const auto report = evaluate(ten_families(), quick_options());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->launches, 20U);
  EXPECT_EQ(report->families, 10U);
  EXPECT_TRUE(report->halves);
  EXPECT_NEAR(time_figure(report->predictors[0].figures, "mape"), (18 * 0.2 + 2 * 3) / 20, 1e-6);
  EXPECT_NEAR(time_figure(predictor(*report, "repeat").figures, "mape"), 0.01, 1e-6);
  EXPECT_GT(time_figure(predictor(*report, "constant").figures, "mape"), 0.2);
  // Launches of like size are in other families, so that this one knows more than a constant.
  EXPECT_TRUE(std::isfinite(time_figure(predictor(*report, "launch only").figures, "mape")));
}

TEST(Evaluate, fits_baselines_on_the_train_side) {
  EvalInput input = ten_families();
  for (size_t i = 0; i < 18; ++i)
    input.sides[i] = i < 2 ? Side::Train : Side::None;
  const auto report = evaluate(input, quick_options());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->launches, 2U);
  EXPECT_EQ(report->train_launches, 2U);
  EXPECT_FALSE(report->halves);
  // Train times are 10 and 20: the constant is 10, the truths are 100 and 200.
  EXPECT_NEAR(time_figure(predictor(*report, "constant").figures, "mape"), (0.9 + 0.95) / 2, 1e-6);
}

TEST(Evaluate, reports_unsteady_launches_apart) {
  EvalInput input = ten_families();
  input.rows[19].time_spread = 0.2;
  const auto report = evaluate(input, quick_options());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->launches, 19U);
  EXPECT_EQ(report->unsteady, 1U);
  EXPECT_DOUBLE_EQ(time_figure(report->unsteady_score->figures, "mape"), 3);
  EXPECT_NE(report_text(*report).find("1 launches whose times spread by more than 10 %"),
            std::string::npos);
}

TEST(Evaluate, groups_rows_and_names_the_worst) {
  EvalOptions options = quick_options();
  options.by = {"source", "motif"};
  options.worst = 3;
  const auto report = evaluate(ten_families(), options);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->groups.size(), 3U);
  EXPECT_EQ(report->groups[0].name, "motif");
  EXPECT_EQ(report->groups[0].launches, 10U);
  EXPECT_EQ(report->groups[1].name, "syn");
  EXPECT_NEAR(time_figure(report->groups[1].figures, "mape"), 0.2, 1e-6);
  EXPECT_EQ(report->groups[2].name, "scan");
  ASSERT_EQ(report->worst_time.size(), 3U);
  EXPECT_EQ(report->worst_time[0].family, "syn-1:9");
  EXPECT_DOUBLE_EQ(report->worst_time[0].error, 2);
  EXPECT_EQ(report->worst_time[0].metric, "time_us");
  EXPECT_DOUBLE_EQ(report->worst_time[0].measured, 100);
  EXPECT_DOUBLE_EQ(report->worst_time[0].predicted, 400);
  EXPECT_EQ(report->worst_time[1].family, "syn-1:0");
  // Bandwidths of family 9 are off by 75 %, of the others by 17 %.
  EXPECT_EQ(report->worst_counters[0].family, "syn-1:9");
}

TEST(Evaluate, needs_a_test_side) {
  EvalInput input = ten_families();
  input.sides.assign(input.sides.size(), Side::Train);
  const auto report = evaluate(input, quick_options());
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("--split all"), std::string::npos);
}

TEST(Report, is_the_same_in_json_and_csv) {
  EvalInput input = ten_families();
  input.answers[3] = Answer();
  input.not_predicted["does not compile"] = 1;
  auto report = evaluate(input, quick_options());
  ASSERT_TRUE(report);
  report->title = "a.db";
  const auto json = nlohmann::json::parse(report_json(*report));
  EXPECT_EQ(json["not_predicted"]["does not compile"], 1);
  const auto& within = json["predictors"][0]["figures"]["time"]["time_us"]["within_25"];
  EXPECT_NEAR(within["value"].get<double>(), 17.0 / 20, 1e-12);
  EXPECT_EQ(within["rows"], 20);
  EXPECT_LT(within["low"].get<double>(), within["high"].get<double>());
  EXPECT_NE(figures_csv(*report).find("analytic,time,time_us,within_25,0.85,"), std::string::npos);
  // The row without a prediction has its readings and nothing else.
  EXPECT_NE(rows_csv(input).find("\nsyn-1:1,cuda,n=1,syn-1:1,syn,,0,40,,,"), std::string::npos);
  const std::string text = report_text(*report);
  EXPECT_NE(text.find("not predicted, misses in every share: 1 launches"), std::string::npos);
  EXPECT_NE(text.find("does not compile"), std::string::npos);
}

}  // namespace
}  // namespace kcast::eval
