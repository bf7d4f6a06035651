// kcast corpus generate: recipes, and launches for them.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
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
#include "corpus/authored/authored.h"
#include "corpus/kernel_maker.h"
#include "frontend/frontend.h"
#include "plan/draw_recipes.h"
#include "plan/make_plan.h"
#include "plan/plan_folder.h"
#include "plan/plan_variants.h"
#include "predict/gpus.h"
#include "workflow/collect/shard.h"
#include "workflow/dataset/kernel_files.h"

#include <nlohmann/json.hpp>

namespace kcast::cli {
namespace {

struct GenerateOptions {
  uint64_t count = 1000;
  uint64_t seed = 1;
  std::string mix = "62,3,35";
  std::string shard = "0/1";
  std::string out;
  std::string gpu;
  std::string recipes;   // a file of them, instead of drawing
  std::string programs;  // a folder of programs, instead of recipes
  int launches = 6;
  int variants = 0;  // of programs: launches of each kernel, by other constants
  size_t jobs = 0;
  bool one_language = false;
  bool texts = false;
  bool features = false;
};

Result<plan::SourceMix> parse_mix(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  plan::SourceMix mix;
  int* const fields[] = {&mix.synthetic, &mix.omniwise, &mix.motif};
  for (size_t i = 0; i < 3; ++i) {
    const auto value = parts.size() == 3 ? parse_int(parts[i]) : std::nullopt;
    if (!value || *value < 0 || *value > 100) {
      return Error{ErrorCode::InvalidInput,
                   "--mix '" + text + "': give three shares in percent, such as 62,3,35"};
    }
    *fields[i] = static_cast<int>(*value);
  }
  return mix;
}

Result<std::vector<corpus::KernelRecipe>> wanted_recipes(const GenerateOptions& options) {
  KCAST_TRY(const auto shard, workflow::parse_shard(options.shard));
  std::vector<corpus::KernelRecipe> out;
  if (!options.recipes.empty()) {
    KCAST_TRY(const std::vector<workflow::ListedRecipe> listed,
              workflow::read_recipe_list(options.recipes));
    for (size_t n = shard.first; n < listed.size(); n += shard.second)
      out.push_back(listed[n].recipe);
    return out;
  }
  KCAST_TRY(const plan::SourceMix mix, parse_mix(options.mix));
  KCAST_TRY(const plan::RecipeSource source, plan::RecipeSource::make(options.seed, mix));
  for (uint64_t n = shard.first; n < options.count; n += shard.second)
    out.push_back(source.at(n));
  return out;
}

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

// What a plan is made of, one after the other.
struct Work {
  std::vector<std::string> names;  // recipes
  std::function<plan::PlannedKernel(uint64_t, const launch::Inspect&, const Gpu&)> plan;
};

Work work_on_recipes(std::vector<corpus::KernelRecipe> recipes, const GenerateOptions& options) {
  Work work;
  for (const corpus::KernelRecipe& recipe : recipes)
    work.names.push_back(corpus::recipe_text(recipe));
  plan::PlanOptions plan_options;
  plan_options.select.count = options.launches;
  plan_options.all_languages = !options.one_language;
  plan_options.features = options.features;
  work.plan = [recipes = std::move(recipes), plan_options](
                  uint64_t n, const launch::Inspect& inspect, const Gpu& gpu) {
    return plan::plan_kernel(recipes[n], inspect, gpu, plan_options);
  };
  return work;
}

// The recipe of a program with other constants stands for a program that travels in the binary.
Result<corpus::KernelRecipe> recipe_of_program(const std::string& name, const std::string& file) {
  KCAST_TRY(const corpus::KernelRecipe recipe, corpus::parse_recipe(name));
  KCAST_TRY(const corpus::AuthoredProgram* program, corpus::find_authored(recipe.name));
  KCAST_TRY(const std::string text, read_file(file));
  if (text == program->text) return recipe;
  return Error{ErrorCode::InvalidInput,
               file + " is not the program that this kcast holds as " + name + "; build it again"};
}

Result<Work> work_on_variants(const std::vector<std::string>& files, Work work,
                              const GenerateOptions& options) {
  std::vector<corpus::KernelRecipe> recipes;
  for (size_t i = 0; i < files.size(); ++i) {
    KCAST_TRY(corpus::KernelRecipe recipe, recipe_of_program(work.names[i], files[i]));
    recipes.push_back(std::move(recipe));
  }
  plan::VariantOptions variant_options;
  variant_options.launches = options.variants;
  variant_options.features = options.features;
  work.plan = [recipes = std::move(recipes), variant_options](
                  uint64_t n, const launch::Inspect& inspect, const Gpu& gpu) {
    return plan::plan_variants(recipes[n], inspect, gpu, variant_options);
  };
  return work;
}

Result<Work> work_on_programs(const GenerateOptions& options) {
  KCAST_TRY(const auto shard, workflow::parse_shard(options.shard));
  KCAST_TRY(const std::vector<std::string> all, workflow::kernel_files_under(options.programs));
  Work work;
  std::vector<std::string> files;
  for (size_t n = shard.first; n < all.size(); n += shard.second) {
    files.push_back(all[n]);
    const auto name = std::filesystem::path(all[n]).lexically_relative(options.programs);
    work.names.push_back("auth-1:" + (name.parent_path() / name.stem()).string());
  }
  if (options.variants > 0) return work_on_variants(files, std::move(work), options);
  work.plan = [files, names = work.names](uint64_t n, const launch::Inspect& inspect,
                                          const Gpu& gpu) {
    const auto text = read_file(files[n]);
    if (text) return plan::plan_authored(names[n], files[n], *text, inspect, gpu);
    plan::PlannedKernel unread;
    unread.recipe = names[n];
    unread.not_compiled = {text.error().message};
    return unread;
  };
  return work;
}

Status make_launches(const GenerateOptions& options, const Work& work) {
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

// The part of a cluster's rank; what is printed need not differ in name.
Result<GenerateOptions> generate_rank(GenerateOptions options) {
  const std::string out = options.out.empty() ? "{part}" : options.out;
  KCAST_TRY(options.shard, workflow::resolved_shard(options.shard, out, std::getenv));
  KCAST_TRY(const auto part, workflow::parse_shard(options.shard));
  options.out = workflow::with_part(options.out, part.first);
  return options;
}

Status generate(const GenerateOptions& requested) {
  KCAST_TRY(const GenerateOptions options, generate_rank(requested));
  if (!options.programs.empty()) {
    if (options.out.empty()) {
      return Error{ErrorCode::InvalidInput, "--programs needs a folder for the plan: --out"};
    }
    if (options.features && options.variants == 0) {
      return Error{ErrorCode::InvalidInput, "--programs has --features only with --variants"};
    }
    KCAST_TRY(const Work work, work_on_programs(options));
    return make_launches(options, work);
  }
  KCAST_TRY(const std::vector<corpus::KernelRecipe> recipes, wanted_recipes(options));
  if (options.texts) return print_texts(recipes);
  if (options.out.empty()) {
    for (const corpus::KernelRecipe& recipe : recipes)
      std::cout << corpus::recipe_text(recipe) << "\n";
    return Unit{};
  }
  return make_launches(options, work_on_recipes(recipes, options));
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
