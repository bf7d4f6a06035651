// kcast dataset features: what the analysis says of the launches of a store, kept beside them.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/lab/subcommands.h"
#include "report/dataset_view.h"
#include "workflow/dataset/store_features.h"

namespace kcast::cli {
namespace {

struct FeatureOptions {
  std::string store;
  std::string gpu;
  size_t jobs = 0;
};

Status add_features(const FeatureOptions& options) {
  KCAST_TRY(const workflow::FeatureRun run,
            workflow::add_missing_features(options.store, options.gpu, options.jobs));
  std::cout << report::features_text(run.counts);
  if (!run.interrupted) return Unit{};
  return Error{ErrorCode::External, "interrupted; the same command goes on from here"};
}

}  // namespace

void add_dataset_features(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "features", "analyse the launches of a store, as kcast predict does, and keep the numbers");
  const auto options = std::make_shared<FeatureOptions>();
  command->add_option("STORE", options->store, "a store of kcast collect")->required();
  command->add_option("--gpu", options->gpu, "the GPU that was measured");
  command->add_option("--jobs", options->jobs, "threads (default: all cores)");
  command->callback([options, &action] { action = [options] { return add_features(*options); }; });
}

}  // namespace kcast::cli
