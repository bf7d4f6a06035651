#include "workflow/corpus/plan_launches.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/ordered_loop.h"
#include "base/parallel.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "corpus/kernel_maker.h"
#include "frontend/frontend.h"
#include "plan/make_plan.h"
#include "plan/plan_folder.h"
#include "predict/gpus.h"

namespace kcast::workflow {
namespace {

void add_to(report::PlanTotals& totals, const plan::PlannedKernel& kernel) {
  totals.kernels += 1;
  totals.launches += kernel.launches.size();
  totals.three += kernel.launches.size() >= 3 ? 1 : 0;
  totals.compile += kernel.not_compiled.empty() ? 1 : 0;
  for (const auto& [fault, times] : kernel.refused)
    totals.refused[fault] += static_cast<uint64_t>(times);
  if (!kernel.shortfall.empty()) ++totals.short_of[kernel.shortfall];
}

Result<plan::PlanFolder> open_folder(const PlanRequest& options, const PlanWork& work,
                                     const Gpu& gpu) {
  nlohmann::json about = {{"seed", options.seed},         {"mix", options.mix},
                          {"shard", options.shard},       {"gpu", gpu.id},
                          {"launches", options.launches}, {"recipes", options.recipes},
                          {"programs", options.programs}};
  if (options.languages != PlanRequest().languages) about["languages"] = options.languages;
  if (options.variants > 0) about["variants"] = options.variants;
  KCAST_TRY(plan::PlanFolder folder,
            plan::PlanFolder::open(options.out, about.dump(1) + "\n", options.features));
  KCAST_OK(write_file(options.out + "/recipes.txt", join(work.names, "\n") + "\n"));
  return folder;
}

}  // namespace

Result<PlanRun> plan_launches(const PlanRequest& options, const PlanWork& work, size_t jobs,
                              std::ostream& remarks) {
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  frontend::FrontendLimits limits;
  // A constant that unrolls a kernel a thousandfold is not worth its compilation.
  if (options.variants > 0) limits.timeout = std::chrono::seconds(10);
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start(limits));
  // Behind the fork: the lock of the folder is this process's alone.
  KCAST_TRY(plan::PlanFolder folder, open_folder(options, work, gpus.at(0)));
  const uint64_t first = std::min<uint64_t>(folder.kernels(), work.names.size());
  if (first > 0) remarks << "continuing after " << first << " kernels\n";
  const InterruptGuard guard;
  const std::atomic<bool>& interrupted = InterruptGuard::interrupted();
  PlanRun run;
  run.totals.wanted = options.variants;
  Progress progress("planning", work.names.size() - first);
  const launch::Inspect inspect = [&](const frontend::InspectRequest& request) {
    return frontend->inspect(request, &interrupted);
  };
  std::vector<std::optional<plan::PlannedKernel>> made(work.names.size() - first);
  OrderedLoop loop;
  loop.count = made.size();
  loop.jobs = jobs > 0 ? jobs : hardware_jobs();
  loop.work = [&](size_t i) { made[i] = work.plan(first + i, inspect, gpus.at(0)); };
  loop.take = [&](size_t i) {
    made[i]->number = first + i;
    add_to(run.totals, *made[i]);
    Status written = folder.add(*made[i]);
    made[i].reset();
    return written;
  };
  loop.stopped = [&] { return interrupted.load(); };
  loop.worked = [&](size_t) { progress.advance(); };
  const auto taken = run_ordered(loop);
  progress.finish();
  if (!taken) return taken.error();
  run.interrupted = interrupted.load();
  return run;
}

Status write_texts(std::span<const corpus::KernelRecipe> recipes, std::ostream& out) {
  for (const corpus::KernelRecipe& recipe : recipes) {
    KCAST_TRY(const corpus::MadeKernel kernel, corpus::make_kernel(recipe));
    KCAST_TRY(const KernelSource source, corpus::print_kernel(kernel, corpus::Language::Cuda));
    out << "// " << corpus::recipe_text(recipe) << "\n" << source.source << "\n";
  }
  return Unit{};
}

}  // namespace kcast::workflow
