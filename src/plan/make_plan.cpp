#include "plan/make_plan.h"

#include <algorithm>
#include <utility>

#include "base/ordered_loop.h"
#include "base/rng.h"
#include "corpus/kernel_maker.h"
#include "plan/plan_program.h"
#include "predict/classify.h"
#include "schema/feature_vector.h"

namespace kcast::plan {
namespace {

void add_launches(const corpus::MadeKernel& made, const launch::ReadyKernel& ready, const Gpu& gpu,
                  const PlanOptions& options, PlannedKernel& out) {
  launch::SelectOptions select = options.select;
  select.seed = stable_hash(out.recipe) ^ select.seed;
  const launch::Selection selection =
      launch::select_launches(*made.program.contract, ready, gpu, select);
  for (const launch::SelectedLaunch& selected : selection.launches) {
    PlannedLaunch row = planned(selected.launch, selected.analysis);
    row.recipe = out.recipe;
    row.language = out.language;
    row.launch = point_text(selected.point);
    row.chosen = selected.rebalanced ? "time" : "regime";
    row.bound = to_text(predict::classify(selected.analysis.prediction.values, gpu).bound);
    out.launches.push_back(std::move(row));
  }
  if (options.features) {
    // Selection looks at many launches with less effort than users are served with.
    out.features.resize(selection.launches.size());
    share_out(out.features.size(), [&](size_t i) {
      const launch::CheckedLaunch full =
          launch::check_launch(*ready.prepared, ready.kernel, selection.launches[i].launch, gpu);
      out.features[i] = feature_vector(full.analysis.features, full.analysis.prediction.values);
    });
  }
  for (const auto& [fault, times] : selection.refused)
    out.refused.emplace_back(launch::fault_name(fault), times);
  out.first_refusal = selection.first_reason;
}

}  // namespace

corpus::Language planned_language(const corpus::KernelRecipe& recipe,
                                  const std::vector<corpus::Language>& granted) {
  constexpr uint64_t kOneIn = 8;
  const bool opencl =
      std::find(granted.begin(), granted.end(), corpus::Language::OpenCl) != granted.end();
  const bool chosen = stable_hash(corpus::recipe_text(recipe) + " language") % kOneIn == 0;
  return opencl && chosen ? corpus::Language::OpenCl : corpus::Language::Cuda;
}

PlannedKernel plan_kernel(const corpus::KernelRecipe& recipe, const launch::Inspect& inspect,
                          const Gpu& gpu, const PlanOptions& options) {
  PlannedKernel out;
  out.recipe = corpus::recipe_text(recipe);
  const auto made = corpus::make_kernel(recipe);
  if (!made) {
    out.not_compiled.push_back("neutral: " + made.error().message);
    return out;
  }
  const corpus::Language chosen = planned_language(recipe, made->languages);
  out.language = std::string(corpus::language_name(chosen));
  for (const corpus::Language language : made->languages) {
    if (!options.all_languages && language != chosen) continue;
    const std::string name(corpus::language_name(language));
    const auto source = corpus::print_kernel(*made, language);
    const auto ready = source ? launch::ready_kernel(inspect, *source, gpu)
                              : Result<launch::ReadyKernel>(source.error());
    if (!ready) {
      out.not_compiled.push_back(name + ": " + ready.error().message);
      continue;
    }
    out.languages.push_back(name);
    if (language != chosen) continue;
    out.text_bytes = source->source.size();
    out.text_lines =
        static_cast<size_t>(std::count(source->source.begin(), source->source.end(), '\n'));
    if (made->program.contract && options.select.count > 0) {
      add_launches(*made, *ready, gpu, options, out);
    }
  }
  return out;
}

PlannedKernel plan_authored(const std::string& recipe, const std::string& file,
                            const std::string& text, const launch::Inspect& inspect,
                            const Gpu& gpu) {
  PlannedKernel out;
  out.recipe = recipe;
  out.language = program_language(file);
  out.text_bytes = text.size();
  out.text_lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  auto rows = plan_program(recipe, file, text, inspect, gpu);
  if (rows) {
    out.launches = *std::move(rows);
    out.languages = {out.language};
  } else {
    out.not_compiled = {out.language + ": " + rows.error().message};
  }
  return out;
}

}  // namespace kcast::plan
