// kcast corpus list, show, job: kernels from recipes, and what a collector gets for a launch.
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/lab/subcommands.h"
#include "corpus/authored/authored.h"
#include "corpus/kernel_maker.h"
#include "corpus/motif/motif.h"
#include "corpus/typical_launch.h"
#include "frontend/frontend.h"
#include "plan/program_job.h"
#include "predict/gpus.h"
#include "schema/kernel_contract_json.h"
#include "schema/sample_json.h"

#include <nlohmann/json.hpp>

namespace kcast::cli {
namespace {

struct ShowOptions {
  std::string recipe;
  std::string language = "cuda";
  bool host = false;
  bool neutral = false;
  bool contract = false;
  std::string launch;
  bool flags = false;
};

Status show_contract(const corpus::KernelRecipe& recipe) {
  if (recipe.generator == corpus::Generator::Authored) {
    return Error{ErrorCode::Unsupported,
                 corpus::recipe_text(recipe) + " has no contract: its main launches it"};
  }
  KCAST_TRY(const corpus::MadeKernel kernel, corpus::make_kernel(recipe));
  if (!kernel.program.contract) {
    return Error{ErrorCode::Unsupported, corpus::recipe_text(recipe) + " has no contract"};
  }
  std::cout << to_json_document(*kernel.program.contract).dump(2) << "\n";
  return Unit{};
}

Status show_launch(const corpus::KernelRecipe& recipe, const std::string& text,
                   corpus::Language language) {
  if (recipe.generator == corpus::Generator::Authored) {
    return Error{ErrorCode::Unsupported, corpus::recipe_text(recipe) +
                                             " is an authored program: kcast corpus job prints its "
                                             "launches"};
  }
  KCAST_TRY(const LaunchPoint point, parse_point(text));
  KCAST_TRY(const corpus::MadeKernel kernel, corpus::make_kernel(recipe));
  KCAST_TRY(const Launch launch, corpus::launch_at(kernel.program, point, language));
  std::cout << to_json_document(launch).dump(2) << "\n";
  return Unit{};
}

Status show(const ShowOptions& options) {
  KCAST_TRY(const corpus::KernelRecipe recipe, corpus::parse_recipe(options.recipe));
  if (options.neutral) {
    KCAST_TRY(const std::string text, corpus::neutral_text(recipe));
    std::cout << text;
    return Unit{};
  }
  const auto language = corpus::language_named(options.language);
  if (!language) {
    return Error{ErrorCode::InvalidInput,
                 "unknown language '" + options.language + "'; known: cuda, hip, opencl, openmp"};
  }
  if (options.contract) return show_contract(recipe);
  if (!options.launch.empty()) return show_launch(recipe, options.launch, *language);
  KCAST_TRY(const KernelSource source, corpus::source_of_recipe(recipe, *language, options.host));
  if (options.flags) {
    std::cout << join(source.flags, " ") << "\n";
  } else {
    std::cout << source.source;
  }
  return Unit{};
}

// Every program, for whom the counts are not enough.
Status list_authored() {
  KCAST_TRY(const std::span<const corpus::AuthoredProgram> programs, corpus::authored_programs());
  for (const corpus::AuthoredProgram& program : programs) {
    std::cout << "auth-1:" << program.name << "  " << program.level << "\n    " << program.problem
              << "\n";
  }
  return Unit{};
}

Status print_authored_counts() {
  KCAST_TRY(const std::span<const corpus::AuthoredProgram> programs, corpus::authored_programs());
  std::map<std::string_view, int> counts;
  for (const corpus::AuthoredProgram& program : programs)
    ++counts[program.domain];
  std::cout << "\nauthored programs: " << programs.size() << " in " << counts.size()
            << " domains; --authored names them\n";
  for (const auto& [domain, count] : counts)
    std::cout << "  " << pad_right(domain, 26) << pad_left(std::to_string(count), 4) << "\n";
  return Unit{};
}

Status list() {
  KCAST_TRY(const std::span<const corpus::Motif> motifs, corpus::known_motifs());
  std::cout << "generators\n"
            << "  syn-1:SEED                kernels of a grammar\n"
            << "  omni-1:SEED               the grammar's straight-line preset\n"
            << "  motif-1:NAME/LEVEL:SEED   the motifs below\n"
            << "  auth-1:DOMAIN/NAME        authored programs\n"
            << "  auth-1:DOMAIN/NAME:N=4096,M=64   the same with other integer constants\n"
            << "  ...+SEED                  the same kernel as somebody else would write it\n\n"
            << "motifs (levels; variants of parameters)\n";
  for (const corpus::Motif& motif : motifs) {
    size_t variants = 0;
    for (const std::string& level : motif.levels)
      variants += corpus::all_bindings(motif, level).size();
    std::cout << "  " << pad_right(motif.name, 24) << "  " << pad_right(motif.domain, 20) << "  "
              << join(motif.levels, " ") << "; " << variants << "\n      " << motif.about << "\n";
  }
  return print_authored_counts();
}

}  // namespace

void add_corpus_show(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("show", "print the kernel of a recipe");
  const auto options = std::make_shared<ShowOptions>();
  command->add_option("RECIPE", options->recipe, "a recipe, for example motif-1:reduction/warp:1+7")
      ->required();
  command->add_option("--language", options->language,
                      "language to print: cuda, hip, opencl or openmp");
  command->add_flag("--host", options->host, "add a main() that launches it");
  command->add_flag("--neutral", options->neutral, "print the neutral text that it is made from");
  command->add_flag("--contract", options->contract, "print what a valid launch needs, as JSON");
  command->add_option("--launch", options->launch, "print this launch of a plan as JSON");
  command->add_flag("--flags", options->flags, "print its build flags");
  command->callback([options, &action] { action = [options] { return show(*options); }; });
}

void add_corpus_list(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("list", "name the generators, motifs and programs");
  const auto authored = std::make_shared<bool>(false);
  command->add_flag("--authored", *authored, "list every authored program instead");
  command->callback([authored, &action] {
    action = [authored] { return *authored ? list_authored() : list(); };
  });
}

namespace {

struct JobOptions {
  std::string recipe;
  std::string launch = "host:0";
  std::string gpu;
  bool json = false;
};

Status show_job(const JobOptions& options) {
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  KCAST_TRY(const plan::AuthoredJob job,
            plan::authored_job(
                options.recipe, options.launch,
                [&](const frontend::InspectRequest& request) { return frontend->inspect(request); },
                gpus.at(0)));
  if (!options.json) {
    std::cout << job.source.source << "\n" << to_json_document(job.launch).dump(2) << "\n";
    return Unit{};
  }
  nlohmann::ordered_json document;
  document["recipe"] = options.recipe;
  document["kernel"] = job.source.name;
  document["language"] = job.source.language;
  document["flags"] = job.source.flags;
  document["source"] = job.source.source;
  if (!job.source.zeroed.empty()) document["zeroed"] = job.source.zeroed;
  if (job.source.cooperative) document["cooperative"] = true;
  document["launch"] = to_json_document(job.launch);
  std::cout << document.dump(2) << "\n";
  return Unit{};
}

}  // namespace

void add_corpus_job(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("job", "print the device code and a launch of an authored program");
  const auto options = std::make_shared<JobOptions>();
  command
      ->add_option("RECIPE", options->recipe,
                   "a recipe, for example auth-1:geospatial/heatmap_bins")
      ->required();
  command->add_option("--launch", options->launch,
                      "which launch, named as in a plan: host:0, host:1, ...");
  command->add_option("--gpu", options->gpu,
                      "GPU that host code sees when it queries the device (default h200)");
  command->add_flag("--json", options->json, "print one JSON object");
  command->callback([options, &action] { action = [options] { return show_job(*options); }; });
}

}  // namespace kcast::cli
