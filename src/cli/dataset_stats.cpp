// kcast dataset stats, noise: what a data set is like.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/files.h"
#include "base/histograms_svg.h"
#include "cli/dataset_commands.h"
#include "cli/dataset_view.h"
#include "cli/predict_options.h"
#include "dataset/sample_set.h"
#include "dataset/summary.h"
#include "predict/classify.h"

namespace kcast::cli {
namespace {

struct SetOptions {
  std::string set;
  std::string svg;
  bool json = false;
};

// Known GPUs by the id that readings have.
dataset::Classify classifier() {
  const auto known = std::make_shared<std::map<std::string, Gpu>>();
  if (const auto gpus = gpus_named("all")) {
    for (const Gpu& gpu : *gpus)
      known->emplace(gpu.id, gpu);
  }
  return [known](const BaseQuantities& values,
                 const std::string& gpu) -> std::optional<dataset::RowClass> {
    const auto found = known->find(gpu);
    if (found == known->end()) return std::nullopt;
    const RooflineClass found_class = classify(values, found->second);
    return dataset::RowClass{found_class.bound == "compute", found_class.near_ridge};
  };
}

Status write_pictures(const dataset::SampleSet& set, const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  const std::string title = std::to_string(set.labels.size()) + " launches";
  KCAST_TRY(
      [[maybe_unused]] const Unit quantities,
      write_file(folder / "quantities.svg",
                 histograms_svg(dataset::distributions(set), title,
                                "share of launches; zeros are left out of logarithmic axes")));
  return write_file(folder / "omniwise.svg",
                    histograms_svg(dataset::omniwise_distributions(set), title,
                                   "share of launches; counters as shares of the ceilings of "
                                   "Omniwise's Table 2"));
}

Status print_set_stats(const SetOptions& options) {
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  const dataset::SetSummary summary = dataset::summarize(set, rules, classifier());
  std::cout << (options.json ? summary_json(summary) : summary_text(summary));
  return options.svg.empty() ? Unit{} : write_pictures(set, options.svg);
}

Status print_noise(const SetOptions& options) {
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  const std::vector<dataset::NoiseFloor> floors = dataset::noise_floors(set);
  std::cout << (options.json ? dataset::noise_json(floors) : noise_text(floors));
  return Unit{};
}

constexpr const char* kSetHelp = "a store, a Parquet file, or a folder of them";

}  // namespace

void add_dataset_stats(CLI::App& app, DatasetAction& action) {
  CLI::App* command = app.add_subcommand("stats", "counts, distributions and noise of a set");
  const auto options = std::make_shared<SetOptions>();
  command->add_option("SET", options->set, kSetHelp)->required();
  command->add_option("--svg", options->svg, "write the distributions to this folder");
  command->add_flag("--json", options->json, "as JSON");
  command->callback(
      [options, &action] { action = [options] { return print_set_stats(*options); }; });
}

void add_dataset_noise(CLI::App& app, DatasetAction& action) {
  CLI::App* command = app.add_subcommand("noise", "how far repeated readings differ");
  const auto options = std::make_shared<SetOptions>();
  command->add_option("SET", options->set, kSetHelp)->required();
  command->add_flag("--json", options->json, "as JSON, like noise.json of an export");
  command->callback([options, &action] { action = [options] { return print_noise(*options); }; });
}

}  // namespace kcast::cli
