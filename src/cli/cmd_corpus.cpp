// kcast corpus: kernels from recipes.
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/commands.h"
#include "corpus/kernel_maker.h"
#include "corpus/motif.h"
#include "schema/kernel_contract_json.h"

#include <nlohmann/json.hpp>

namespace kcast::cli {
namespace {

struct ShowOptions {
  std::string recipe;
  std::string language = "cuda";
  bool host = false;
  bool neutral = false;
  bool contract = false;
  bool flags = false;
};

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
                 "unknown language '" + options.language + "'; known: cuda, hip, opencl"};
  }
  KCAST_TRY(const corpus::MadeKernel kernel, corpus::make_kernel(recipe));
  if (options.contract) {
    if (!kernel.program.contract) {
      return Error{ErrorCode::Unsupported, options.recipe + " has no contract"};
    }
    std::cout << to_json_document(*kernel.program.contract).dump(2) << "\n";
    return Unit{};
  }
  KCAST_TRY(const KernelSource source, options.host
                                           ? corpus::print_kernel_with_host(kernel, *language)
                                           : corpus::print_kernel(kernel, *language));
  if (options.flags) {
    std::cout << join(source.flags, " ") << "\n";
  } else {
    std::cout << source.source;
  }
  return Unit{};
}

Status list() {
  KCAST_TRY(const std::span<const corpus::Motif> motifs, corpus::known_motifs());
  std::cout << "generators\n"
            << "  syn-1:SEED                kernels of a grammar\n"
            << "  omni-1:SEED               the grammar's straight-line preset\n"
            << "  motif-1:NAME/LEVEL:SEED   the motifs below\n"
            << "  ...+SEED                  the same kernel as somebody else would write it\n\n"
            << "motifs (levels; variants of parameters)\n";
  for (const corpus::Motif& motif : motifs) {
    size_t variants = 0;
    for (const std::string& level : motif.levels)
      variants += corpus::all_bindings(motif, level).size();
    std::cout << "  " << pad_right(motif.name, 24) << "  " << pad_right(motif.domain, 20) << "  "
              << join(motif.levels, " ") << "; " << variants << "\n      " << motif.about << "\n";
  }
  return Unit{};
}

}  // namespace

Status cmd_corpus(Args args) {
  ShowOptions options;
  CLI::App app;
  describe_command(app, "corpus");
  app.require_subcommand(1);
  CLI::App* show_app = app.add_subcommand("show", "print the kernel of a recipe");
  show_app->add_option("RECIPE", options.recipe, "for example motif-1:reduction/warp:1+7")
      ->required();
  show_app->add_option("--language", options.language, "cuda, hip or opencl");
  show_app->add_flag("--host", options.host, "with a main that launches it");
  show_app->add_flag("--neutral", options.neutral, "the text it is made from");
  show_app->add_flag("--contract", options.contract, "what a valid launch needs, as JSON");
  show_app->add_flag("--flags", options.flags, "its build flags");
  const CLI::App* list_app = app.add_subcommand("list", "name the generators and motifs");
  KCAST_TRY(const bool go_on, parse_options(app, args));
  if (!go_on) return Unit{};
  return list_app->parsed() ? list() : show(options);
}

}  // namespace kcast::cli
