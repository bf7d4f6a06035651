// kcast corpus generate: recipes, and launches for them.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/files.h"
#include "base/ordered_loop.h"
#include "base/parallel.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/corpus_commands.h"
#include "corpus/kernel_maker.h"
#include "frontend/frontend.h"
#include "plan/make_plan.h"
#include "plan/plan_folder.h"
#include "predict/gpus.h"
#include "workflow/corpus/plan_work.h"

#include <nlohmann/json.hpp>

namespace kcast::cli {
namespace {

struct GenerateOptions : workflow::PlanRequest {
  size_t jobs = 0;
  bool texts = false;
};

// The texts of all recipes, for looking at them and for measuring how fast they are made.
Status print_texts(const std::vector<corpus::KernelRecipe>& recipes) {
  for (const corpus::KernelRecipe& recipe : recipes) {
    KCAST_TRY(const corpus::MadeKernel kernel, corpus::make_kernel(recipe));
    KCAST_TRY(const KernelSource source, corpus::print_kernel(kernel, corpus::Language::Cuda));
    std::cout << "// " << corpus::recipe_text(recipe) << "\n" << source.source << "\n";
  }
  return Unit{};
}

struct Totals {
  uint64_t kernels = 0, launches = 0, three = 0, compile = 0;
  std::map<std::string, uint64_t> refused;
  int wanted = 0;                            // launches of each kernel of a program
  std::map<std::string, uint64_t> short_of;  // programs with fewer, by the reason

  void add(const plan::PlannedKernel& kernel) {
    kernels += 1;
    launches += kernel.launches.size();
    three += kernel.launches.size() >= 3 ? 1 : 0;
    compile += kernel.not_compiled.empty() ? 1 : 0;
    for (const auto& [fault, times] : kernel.refused)
      refused[fault] += static_cast<uint64_t>(times);
    if (!kernel.shortfall.empty()) ++short_of[kernel.shortfall];
  }

  void print() const {
    const auto share = [this](uint64_t part) {
      const double of = static_cast<double>(std::max<uint64_t>(kernels, 1));
      std::array<char, 48> text{};
      std::snprintf(text.data(), text.size(), "%llu (%.2f %%)",
                    static_cast<unsigned long long>(part), 100 * static_cast<double>(part) / of);
      return std::string(text.data());
    };
    std::cout << kernels << " kernels, " << launches << " launches\n"
              << "compile in every language  " << share(compile) << "\n"
              << "at least 3 valid launches  " << share(three) << "\n";
    for (const auto& [fault, times] : refused)
      std::cout << "refused: " << pad_right(fault, 18) << times << "\n";
    uint64_t few = 0;
    for (const auto& [reason, programs] : short_of)
      few += programs;
    if (wanted > 0) {
      std::cout << pad_right(std::to_string(wanted) + " launches of each kernel", 27)
                << share(compile - few) << "\n";
    }
    for (const auto& [reason, programs] : short_of)
      std::cout << "too few launches: " << programs << ": " << reason << "\n";
  }
};

Status make_launches(const GenerateOptions& options, const workflow::PlanWork& work) {
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  nlohmann::json about = {{"seed", options.seed},         {"mix", options.mix},
                          {"shard", options.shard},       {"gpu", gpus.at(0).id},
                          {"launches", options.launches}, {"recipes", options.recipes},
                          {"programs", options.programs}};
  if (options.variants > 0) about["variants"] = options.variants;
  KCAST_TRY(plan::PlanFolder folder,
            plan::PlanFolder::open(options.out, about.dump(1) + "\n", options.features));
  if (auto status = write_file(options.out + "/recipes.txt", join(work.names, "\n") + "\n");
      !status) {
    return status;
  }
  const uint64_t first = std::min<uint64_t>(folder.kernels(), work.names.size());
  if (first > 0) std::cerr << "continuing after " << first << " kernels\n";
  frontend::FrontendLimits limits;
  // A constant that unrolls a kernel a thousandfold is not worth its compilation.
  if (options.variants > 0) limits.timeout = std::chrono::seconds(10);
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start(limits));
  const InterruptGuard guard;
  const std::atomic<bool>& interrupted = InterruptGuard::interrupted();
  Totals totals;
  totals.wanted = options.variants;
  Progress progress("planning", work.names.size() - first);
  const launch::Inspect inspect = [&](const frontend::InspectRequest& request) {
    return frontend->inspect(request, &interrupted);
  };
  std::vector<std::optional<plan::PlannedKernel>> made(work.names.size() - first);
  OrderedLoop loop;
  loop.count = made.size();
  loop.jobs = options.jobs > 0 ? options.jobs : hardware_jobs();
  loop.work = [&](size_t i) { made[i] = work.plan(first + i, inspect, gpus.at(0)); };
  loop.take = [&](size_t i) {
    made[i]->number = first + i;
    totals.add(*made[i]);
    Status written = folder.add(*made[i]);
    made[i].reset();
    return written;
  };
  loop.stopped = [&] { return interrupted.load(); };
  loop.worked = [&](size_t) { progress.advance(); };
  const auto taken = run_ordered(loop);
  progress.finish();
  if (!taken) return taken.error();
  totals.print();
  if (!interrupted) return Unit{};
  return Error{ErrorCode::External, "interrupted; the same command goes on from here"};
}

Status generate(const GenerateOptions& requested) {
  GenerateOptions options = requested;
  KCAST_TRY(static_cast<workflow::PlanRequest&>(options), workflow::plan_of_rank(requested));
  if (!options.programs.empty()) {
    if (options.out.empty()) {
      return Error{ErrorCode::InvalidInput, "--programs needs a folder for the plan: --out"};
    }
    if (options.features && options.variants == 0) {
      return Error{ErrorCode::InvalidInput, "--programs has --features only with --variants"};
    }
    KCAST_TRY(const workflow::PlanWork work, workflow::work_on_programs(options));
    return make_launches(options, work);
  }
  KCAST_TRY(const std::vector<corpus::KernelRecipe> recipes, workflow::wanted_recipes(options));
  if (options.texts) return print_texts(recipes);
  if (options.out.empty()) {
    for (const corpus::KernelRecipe& recipe : recipes)
      std::cout << corpus::recipe_text(recipe) << "\n";
    return Unit{};
  }
  return make_launches(options, workflow::work_on_recipes(recipes, options));
}

}  // namespace

void add_corpus_generate(CLI::App& app, CorpusAction& action) {
  CLI::App* command = app.add_subcommand(
      "generate", "draw recipes and, with --out, launches that the interpreter finds valid");
  const auto options = std::make_shared<GenerateOptions>();
  command->add_option("--count", options->count, "how many kernels to draw (default 1000)");
  command->add_option("--seed", options->seed, "seed of all random choices (default 1)");
  command->add_option("--mix", options->mix,
                      "percent of grammar, straight-line and motif kernels (default 62,3,35)");
  command->add_option("--recipes", options->recipes,
                      "take the recipes of this file instead of drawing them, one a line");
  command->add_option(
      "--programs", options->programs,
      "plan the launches that the programs of this folder make, instead of drawing kernels");
  command
      ->add_option("--variants", options->variants,
                   "with --programs: this many launches of each kernel, made by other constants")
      ->check(CLI::Range(1, 64));
  command->add_option("--shard", options->shard,
                      "make part i of n, written i/n with i from 0 (default 0/1), or auto: the "
                      "rank of Slurm or MPI");
  command->add_option(
      "--out", options->out,
      "folder for the plan; an existing one is continued; {part} becomes the shard's i");
  command->add_option("--launches", options->launches, "launches of each kernel (default 6)");
  command->add_option("--gpu", options->gpu,
                      "GPU whose sizes and limits the launches are chosen for (default h200)");
  command->add_option("--jobs", options->jobs, "threads (default: all cores)");
  command->add_flag("--one-language", options->one_language,
                    "compile only in the language that is launched, not in all three");
  command->add_flag("--features", options->features,
                    "run the full analysis on each launch and keep its features for the store");
  command->add_flag("--texts", options->texts, "print the CUDA sources");
  command->callback([options, &action] { action = [options] { return generate(*options); }; });
}

}  // namespace kcast::cli
