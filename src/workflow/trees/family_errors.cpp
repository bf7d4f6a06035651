#include "workflow/trees/family_errors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

#include "trees/correct.h"
#include "trees/launch_row.h"

namespace kcast::workflow {

std::vector<FamilyError> family_errors(const trees::Model& model, const Gpu& gpu,
                                       std::span<const Example> examples) {
  const auto parts_column = static_cast<size_t>(trees::launch_row_index("control.parts_us"));
  std::map<std::pair<std::string, std::string>, FamilyError> families;
  for (const Example& example : examples) {
    if (example.use != ExampleUse::Fit && example.use != ExampleUse::Choose) continue;
    if (!example.steady || example.analytic.time_us <= 0) continue;
    Prediction prediction;
    prediction.values = example.analytic;
    trees::correct(model, {example.row, gpu, example.program}, prediction);
    const double measured = example.measured.time_us;
    FamilyError& family = families[{example.source, example.family}];
    ++family.launches;
    family.parts += std::abs(static_cast<double>(example.row[parts_column]) / measured - 1);
    family.analytic += std::abs(example.analytic.time_us / measured - 1);
    family.hybrid += std::abs(prediction.values.time_us / measured - 1);
    family.bias += std::log2(example.analytic.time_us / measured);
  }
  std::vector<FamilyError> out;
  for (auto& [name, family] : families) {
    std::tie(family.source, family.family) = name;
    for (double* sum : {&family.parts, &family.analytic, &family.hybrid, &family.bias})
      *sum /= static_cast<double>(family.launches);
    out.push_back(std::move(family));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const FamilyError& a, const FamilyError& b) { return a.parts > b.parts; });
  return out;
}

std::string family_table(std::span<const FamilyError> errors) {
  std::string out = "source\tfamily\tlaunches\tparts\tanalysis\ttrees\tbias_log2\n";
  for (const FamilyError& error : errors) {
    char numbers[128];
    std::snprintf(numbers, sizeof numbers, "\t%zu\t%.3f\t%.3f\t%.3f\t%.2f\n", error.launches,
                  error.parts, error.analytic, error.hybrid, error.bias);
    out += error.source + "\t" + error.family + numbers;
  }
  return out;
}

}  // namespace kcast::workflow
