// kcast dataset verify: whether a data set can be true, and made again.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/lab/subcommands.h"
#include "report/dataset_view.h"
#include "workflow/dataset/verify.h"

namespace kcast::cli {
namespace {

struct VerifyCommand {
  std::string set;
  workflow::VerifyOptions how;
  bool json = false;
};

Status verify_set(const VerifyCommand& options) {
  KCAST_TRY(const std::vector<dataset::RuleReport> reports,
            workflow::verify_samples(options.set, options.how));
  std::cout << (options.json ? report::rules_json(reports) : report::rules_text(reports));
  size_t broken = 0;
  for (const dataset::RuleReport& report : reports)
    broken += report.broken;
  if (broken == 0) return Unit{};
  return Error{ErrorCode::External,
               options.set + ": " + std::to_string(broken) + " checks found something wrong"};
}

}  // namespace

void add_dataset_verify(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("verify", "check the numbers, and make some kernels again");
  const auto options = std::make_shared<VerifyCommand>();
  command->add_option("SET", options->set, "a store, a Parquet file, or a folder of them")
      ->required();
  command
      ->add_option("--kernels", options->how.kernels,
                   "how many kernels are generated once more and compared, drawn at random")
      ->capture_default_str();
  command->add_option("--seed", options->how.seed, "seed of the draw")->capture_default_str();
  command
      ->add_option("--tolerance", options->how.tolerance,
                   "how far a rate may exceed a roof, as a share of it")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  command->add_option("--jobs", options->how.jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options, &action] { action = [options] { return verify_set(*options); }; });
}

}  // namespace kcast::cli
