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

void add_launches(const KernelContract& contract, const launch::ReadyKernel& ready, const Gpu& gpu,
                  const PlanOptions& options, PlannedKernel& out) {
  launch::SelectOptions select = options.select;
  select.seed = stable_hash(out.recipe) ^ select.seed;
  const launch::Selection selection = launch::select_launches(contract, ready, gpu, select);
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

struct PlanTools {
  const launch::Inspect& inspect;
  const Gpu& gpu;
  const PlanOptions& options;
};

// Compiles the kernel in a language; its launches are of the chosen one.
void add_language(const corpus::MadeKernel& made, corpus::Language language, bool is_chosen,
                  const PlanTools& tools, PlannedKernel& out) {
  const std::string name(corpus::language_name(language));
  const auto source = corpus::print_kernel(made, language);
  const auto ready = source ? launch::ready_kernel(tools.inspect, *source, tools.gpu)
                            : Result<launch::ReadyKernel>(source.error());
  if (!ready) {
    out.not_compiled.push_back(name + ": " + ready.error().message);
    return;
  }
  out.languages.push_back(name);
  if (!is_chosen) return;
  out.text_bytes = source->source.size();
  out.text_lines =
      static_cast<size_t>(std::count(source->source.begin(), source->source.end(), '\n'));
  const auto contract = corpus::contract_of(made, language);
  if (contract && tools.options.select.count > 0)
    add_launches(*contract, *ready, tools.gpu, tools.options, out);
}

}  // namespace

corpus::Language planned_language(const corpus::KernelRecipe& recipe,
                                  const std::vector<corpus::Language>& granted) {
  constexpr uint64_t kOneIn = 8;
  const auto has = [&](corpus::Language language) {
    return std::find(granted.begin(), granted.end(), language) != granted.end();
  };
  if (!has(corpus::Language::Cuda)) return granted.front();
  const std::string text = corpus::recipe_text(recipe);
  if (has(corpus::Language::OpenMp) && stable_hash(text + " openmp") % 2 == 0) {
    return corpus::Language::OpenMp;
  }
  const bool chosen = stable_hash(text + " language") % kOneIn == 0;
  return has(corpus::Language::OpenCl) && chosen ? corpus::Language::OpenCl
                                                 : corpus::Language::Cuda;
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
  std::vector<corpus::Language> granted;
  for (const corpus::Language language : options.languages) {
    const std::string missing = corpus::missing_capability(made->program, language);
    if (missing.empty()) granted.push_back(language);
    if (!missing.empty() && out.shortfall.empty()) out.shortfall = missing;
  }
  if (granted.empty()) return out;
  out.shortfall.clear();
  const corpus::Language chosen = planned_language(recipe, granted);
  out.language = std::string(corpus::language_name(chosen));
  for (const corpus::Language language : granted) {
    if (!options.all_languages && language != chosen) continue;
    add_language(*made, language, language == chosen, {inspect, gpu, options}, out);
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
