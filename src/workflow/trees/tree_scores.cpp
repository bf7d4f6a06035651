#include "workflow/trees/tree_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/quantile.h"
#include "trees/correct.h"
#include "trees/launch_row.h"

namespace kcast::workflow {
namespace {

// One launch, before and after.
struct Scored {
  const Example* example = nullptr;
  size_t cell = 0;
  double analytic_error = 0;
  double hybrid_error = 0;
  double low_us = 0;
  double high_us = 0;
  bool unlike = false;
};

double number_in(const std::vector<float>& row, std::string_view name) {
  return static_cast<double>(row[static_cast<size_t>(trees::launch_row_index(name))]);
}

Scored scored(const trees::Model& model, const Gpu& gpu, const Example& example) {
  Prediction prediction;
  prediction.values = example.analytic;
  prediction.low.time_us = number_in(example.row, "analytic.time_low_us");
  prediction.high.time_us = number_in(example.row, "analytic.time_high_us");
  const trees::Correction done =
      trees::correct(model, {example.row, gpu, example.program}, prediction);
  const double measured = example.measured.time_us;
  return {&example,
          trees::cell_of(example.row, example.program),
          std::abs(example.analytic.time_us / measured - 1),
          std::abs(prediction.values.time_us / measured - 1),
          prediction.low.time_us,
          prediction.high.time_us,
          done.unlike};
}

TreeScore score_of(std::span<const Scored> all, std::string part,
                   const std::function<bool(const Scored&)>& counts) {
  TreeScore out;
  out.part = std::move(part);
  std::vector<double> before;
  std::vector<double> after;
  std::vector<double> widths;
  for (const Scored& one : all) {
    if (!counts(one)) continue;
    ++out.launches;
    before.push_back(one.analytic_error);
    after.push_back(one.hybrid_error);
    out.analytic_mape += one.analytic_error;
    out.hybrid_mape += one.hybrid_error;
    const double measured = one.example->measured.time_us;
    out.covered += measured >= one.low_us && measured <= one.high_us ? 1 : 0;
    out.unlike += one.unlike ? 1 : 0;
    widths.push_back(one.low_us > 0 ? one.high_us / one.low_us : 0);
  }
  const double n = static_cast<double>(std::max<size_t>(1, out.launches));
  for (double* sum : {&out.analytic_mape, &out.hybrid_mape, &out.covered, &out.unlike})
    *sum /= n;
  for (std::vector<double>* list : {&before, &after, &widths})
    std::sort(list->begin(), list->end());
  out.analytic_median = quantile_of(before, 0.5);
  out.hybrid_median = quantile_of(after, 0.5);
  out.width = quantile_of(widths, 0.5);
  return out;
}

std::string cell_name(size_t cell) {
  std::string name = (cell & 8U) != 0 ? "programs" : "generated";
  if ((cell & 4U) != 0) name += ", OpenCL";
  name += (cell & 2U) != 0 ? ", below 5 us" : ", 5 us and more";
  return name + ((cell & 1U) != 0 ? ", estimated or by data" : ", all known");
}

}  // namespace

std::vector<TreeScore> tree_scores(const trees::Model& model, const Gpu& gpu,
                                   std::span<const Example> examples, ExampleUse use,
                                   const std::string& name) {
  constexpr size_t kShown = 100;
  std::vector<Scored> all;
  for (const Example& example : examples)
    if (example.use == use) all.push_back(scored(model, gpu, example));
  const bool test = use == ExampleUse::Test;
  std::vector<TreeScore> out;
  // Of the test side, programs are all there; the rest is as it was drawn.
  out.push_back(score_of(all, name, [&](const Scored& one) {
    return (!test || one.example->drawn) && one.example->steady;
  }));
  out.push_back(score_of(all, name + ", programs", [](const Scored& one) {
    return one.example->program && one.example->steady;
  }));
  for (size_t cell = 0; cell < trees::kCells; ++cell) {
    TreeScore score = score_of(all, name + ", " + cell_name(cell),
                               [&](const Scored& one) { return one.cell == cell; });
    if (score.launches >= kShown) out.push_back(std::move(score));
  }
  return out;
}

}  // namespace kcast::workflow
