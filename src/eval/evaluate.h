// An evaluation: rows and predictions in, every table out. report_text.h, report_json.h and
// report_csv.h show it.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "eval/baselines.h"
#include "eval/figures.h"
#include "eval/rows.h"
#include "eval/worst.h"
#include "schema/gpu/gpu.h"

namespace kcast::eval {

// Where a row stands in the split that is scored.
enum class Side : uint8_t { None, Train, Test };

struct EvalInput {
  std::vector<ScoredRow> rows;
  std::vector<Side> sides;      // of each row; no row on the train side: two halves of the families
                                // take turns
  std::vector<Answer> answers;  // of the predictor that is evaluated, for each row
  std::string predictor = "analytic";
  std::string about = "the predictor that is evaluated";
  // Why rows of the test side have no prediction.
  std::map<std::string, size_t> not_predicted;
  std::map<std::string, size_t> failures;             // launches without a reading, by reason
  std::vector<Predictor> others;                      // further ones that answer the same rows
  std::vector<std::optional<BaseQuantities>> second;  // the second reading of each row
  // Of each row; empty: no nearest neighbour by tokens.
  std::vector<std::optional<TokenSketch>> sketches;
  Gpu gpu;
  MetricValues ceilings{};
  std::string ceilings_of;  // whose they are, for the heading
};

struct EvalOptions {
  BootstrapOptions bootstrap;
  std::vector<std::string> by;  // "source", "motif", "language"
  size_t worst = 20;
  double steady_spread = 0.1;  // launches whose times spread by more are reported apart
  bool baselines = true;       // also score what is fitted to the train side
};

// The baseline that only the rounded table is for.
inline constexpr std::string_view kRoundedConstant = "constant, rounded";

struct PredictorScore {
  std::string name;
  std::string about;
  std::vector<Figure> figures;
  std::map<std::string, size_t> not_predicted;  // launches by reason
};

// Some of the rows, by the predictor that is evaluated.
struct GroupScore {
  std::string by;
  std::string name;
  size_t launches = 0;
  size_t families = 0;
  std::vector<Figure> figures;
};

struct EvalReport {
  std::string title;  // what was scored, for people
  std::string gpu;
  std::string split;
  size_t launches = 0;  // of the test side, steady ones
  size_t kernels = 0;
  size_t families = 0;
  size_t train_launches = 0;
  size_t unsteady = 0;
  size_t repeats = 0;  // launches that were read twice, both sides
  double steady_spread = 0;
  bool halves = false;  // baselines were fitted on the other half of the families
  std::map<std::string, size_t> not_predicted;
  std::map<std::string, size_t> failures;  // of both sides
  MetricValues floors{};
  std::string ceilings_of;
  std::vector<PredictorScore> predictors;  // the evaluated one first
  std::vector<GroupScore> groups;
  std::optional<GroupScore> unsteady_score;
  std::vector<WorstFamily> worst_time;
  std::vector<WorstFamily> worst_counters;
};

// An error where no row is on the test side.
Result<EvalReport> evaluate(const EvalInput& input, const EvalOptions& options);

}  // namespace kcast::eval
