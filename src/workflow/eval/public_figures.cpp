#include "workflow/eval/public_figures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "eval/noise.h"
#include "eval/score/score.h"
#include "eval/suite_rows.h"

namespace kcast::workflow {
namespace {

constexpr double kCut = 10;

struct Part {
  const char* name;
  std::function<bool(const PublicComparison&)> holds;
};

std::vector<Part> parts() {
  const auto with = [](PublicAssumed assumed) {
    return [assumed](const PublicComparison& c) { return c.assumed == assumed; };
  };
  return {{"all", [](const PublicComparison&) { return true; }},
          {"same launch", [](const PublicComparison& c) { return c.same_launch; }},
          {"other launch than the program makes",
           [](const PublicComparison& c) { return !c.same_launch; }},
          {"launch known", with(PublicAssumed::Nothing)},
          {"contents assumed", with(PublicAssumed::Contents)},
          {"sizes or grid assumed", with(PublicAssumed::Sizes)}};
}

double figure(const std::vector<eval::Figure>& figures, const char* table, const char* row,
              const char* column) {
  const eval::Figure* found = eval::find_figure(figures, table, row, column);
  return found == nullptr ? eval::kNoNumber : found->estimate.value;
}

PublicFigures figures_of(const std::vector<const PublicComparison*>& chosen, const Gpu& gpu,
                         const eval::MetricValues& floors) {
  PublicFigures out;
  out.launches = chosen.size();
  std::set<std::pair<std::string, std::string>> kernels;
  std::vector<eval::ScoredRow> rows;
  std::vector<eval::Answer> answers;
  double errors = 0;
  for (const PublicComparison* c : chosen) {
    kernels.emplace(c->program, eval::plain_kernel_name(c->kernel));
    rows.push_back(c->row);
    answers.push_back(c->answer);
    const double ratio = c->predicted_us() / c->measured_us();
    const double off = std::max(ratio, 1 / ratio);
    out.off_4 += off > 4 ? 1 : 0;
    out.off_16 += off > 16 ? 1 : 0;
    errors += std::abs(std::min(ratio, kCut) - 1);
  }
  out.kernels = kernels.size();
  out.cut_error = errors / static_cast<double>(chosen.size());
  eval::ScoreSettings settings;
  settings.floors = floors;
  settings.ceilings = eval::gpu_ceilings(gpu);
  settings.bootstrap.resamples = 0;
  const eval::Truth truth = eval::make_truth(rows, gpu);
  const auto scored = eval::score(truth, answers, settings);
  settings.floors = eval::MetricValues{};
  const auto strict = eval::score(truth, answers, settings);
  out.median_error = figure(scored, "time", "time_us", "median_ape");
  out.counters = figure(scored, "counters", "mean of counters", "within_10");
  out.counters_strict = figure(strict, "counters", "mean of counters", "within_10");
  out.balanced_class = figure(scored, "class", "natural", "balanced_accuracy");
  out.intervals_hold = figure(scored, "time", "time_us", "coverage_90");
  out.interval_width = figure(scored, "time", "time_us", "width_90");
  return out;
}

}  // namespace

PublicAssumed assumed_of(const Assumptions& assumed) {
  // A launch that host code does not make, but whose shape was given, is not assumed.
  Assumptions open = assumed;
  if (!open.grid && !open.block) open.launch = false;
  if (open.any()) return PublicAssumed::Sizes;
  return assumed.contents > 0 ? PublicAssumed::Contents : PublicAssumed::Nothing;
}

double PublicComparison::predicted_us() const {
  return answer.values[eval::metric_index("time_us")];
}

PublicComparison compare_reading(const PublicReading& reading,
                                 const predict::LaunchPrediction& predicted, const Gpu& gpu) {
  PublicComparison out;
  out.program = reading.program;
  out.kernel = reading.kernel;
  out.cold = reading.cold.has_value();
  out.row.recipe = out.row.family = reading.program;
  out.row.launch = reading.kernel;
  out.row.measured = reading.cold.value_or(BaseQuantities{});
  if (!out.cold) out.row.measured.time_us = reading.left_us.value_or(0);
  out.row.has_counters = out.cold && reading.has_counters;
  const Prediction& prediction = predicted.prediction;
  out.answer = eval::answer_of(prediction.values, gpu);
  out.answer.time_low_us = prediction.low.time_us;
  out.answer.time_high_us = prediction.high.time_us;
  out.assumed = assumed_of(predicted.launch.assumed);
  return out;
}

std::vector<PublicFigures> public_figures(std::span<const PublicComparison> comparisons,
                                          const Gpu& gpu, const eval::MetricValues& floors) {
  std::vector<PublicFigures> out;
  for (const bool cold : {true, false}) {
    for (const Part& part : parts()) {
      std::vector<const PublicComparison*> chosen;
      for (const PublicComparison& c : comparisons) {
        if (c.cold == cold && part.holds(c)) chosen.push_back(&c);
      }
      if (chosen.empty()) continue;
      out.push_back(figures_of(chosen, gpu, floors));
      out.back().name = std::string(cold ? "L2 emptied, " : "L2 as left, ") + part.name;
    }
  }
  return out;
}

}  // namespace kcast::workflow
