#include "plan/make_plan.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "base/rng.h"
#include "corpus/kernel_maker.h"
#include "plan/plan_program.h"
#include "predict/classify.h"
#include "schema/feature_vector.h"

namespace kcast::plan {
namespace {

// Results come in any order and leave in the order of the recipes.
class Sorter {
 public:
  explicit Sorter(const std::function<void(PlannedKernel)>& done) : done_(done) {}

  void add(PlannedKernel kernel) {
    const std::scoped_lock lock(mutex_);
    waiting_.emplace(kernel.number, std::move(kernel));
    while (!waiting_.empty() && waiting_.begin()->first == next_) {
      done_(std::move(waiting_.begin()->second));
      waiting_.erase(waiting_.begin());
      ++next_;
    }
  }

 private:
  const std::function<void(PlannedKernel)>& done_;
  std::mutex mutex_;
  std::map<uint64_t, PlannedKernel> waiting_;
  uint64_t next_ = 0;
};

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
    row.bound = predict::classify(selected.analysis.prediction.values, gpu).bound;
    if (options.features) {
      // Selection looks at many launches with less effort than users are served with.
      const launch::CheckedLaunch full =
          launch::check_launch(*ready.prepared, ready.kernel, selected.launch, gpu);
      out.features.push_back(
          feature_vector(full.analysis.features, full.analysis.prediction.values));
    }
    out.launches.push_back(std::move(row));
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

void plan_in_order(uint64_t count, size_t jobs, const std::function<bool()>& stopped,
                   const std::function<PlannedKernel(uint64_t)>& work,
                   const std::function<void(PlannedKernel)>& done) {
  Sorter sorter(done);
  parallel_for(jobs, count, 1, [&](size_t n) {
    if (stopped()) return;
    PlannedKernel kernel = work(n);
    if (stopped()) return;  // the front end may have been interrupted as well
    kernel.number = n;
    sorter.add(std::move(kernel));
  });
}

}  // namespace kcast::plan
