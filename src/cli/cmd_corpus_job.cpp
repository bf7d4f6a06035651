// kcast corpus job: what a collector gets for a launch of an authored program.
#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/corpus_commands.h"
#include "frontend/frontend.h"
#include "plan/program_job.h"
#include "predict/gpus.h"
#include "schema/sample_json.h"

#include <nlohmann/json.hpp>

namespace kcast::cli {
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

void add_corpus_job(CLI::App& app, CorpusAction& action) {
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
