// kcast corpus generate: recipes, and launches for them.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/lab/subcommands.h"
#include "corpus/recipe.h"
#include "report/plan_view.h"
#include "workflow/corpus/plan_launches.h"
#include "workflow/corpus/plan_work.h"

namespace kcast::cli {
namespace {

struct GenerateOptions : workflow::PlanRequest {
  size_t jobs = 0;
  bool texts = false;
};

Status make_launches(const GenerateOptions& options, const workflow::PlanWork& work) {
  KCAST_TRY(const workflow::PlanRun run,
            workflow::plan_launches(options, work, options.jobs, std::cerr));
  std::cout << report::plan_text(run.totals);
  if (!run.interrupted) return Unit{};
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
  if (options.texts) return workflow::write_texts(recipes, std::cout);
  if (options.out.empty()) {
    for (const corpus::KernelRecipe& recipe : recipes)
      std::cout << corpus::recipe_text(recipe) << "\n";
    return Unit{};
  }
  KCAST_TRY(const workflow::PlanWork work, workflow::work_on_recipes(recipes, options));
  return make_launches(options, work);
}

}  // namespace

void add_corpus_generate(CLI::App& app, Action& action) {
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
  command->add_option("--languages", options->languages,
                      "languages that are wanted, of cuda, hip, opencl and openmp (default "
                      "cuda,hip,opencl); a kernel that none of them can express has no launches");
  command->add_flag("--one-language", options->one_language,
                    "compile only in the language that is launched, not in all");
  command->add_flag("--features", options->features,
                    "run the full analysis on each launch and keep its features for the store");
  command->add_flag("--texts", options->texts, "print the CUDA sources");
  command->callback([options, &action] { action = [options] { return generate(*options); }; });
}

}  // namespace kcast::cli
