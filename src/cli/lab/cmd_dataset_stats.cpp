// kcast dataset stats, datasheet, noise: what a data set is like.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/files.h"
#include "base/text.h"
#include "cli/lab/subcommands.h"
#include "dataset/datasheet.h"
#include "dataset/sample_set.h"
#include "dataset/summary.h"
#include "predict/classify.h"
#include "predict/gpus.h"
#include "report/dataset_view.h"
#include "workflow/dataset/pictures.h"

namespace kcast::cli {
namespace {

struct SetOptions {
  std::string set;
  std::string svg;
  bool json = false;
};

struct DatasheetOptions {
  std::string set;
  std::string out;
  std::string title;
  std::string about;
};

// Known GPUs by the id that readings have.
dataset::Classify classifier() {
  const auto known = std::make_shared<std::map<std::string, Gpu>>();
  if (const auto gpus = predict::gpus_named("all")) {
    for (const Gpu& gpu : *gpus)
      known->emplace(gpu.id, gpu);
  }
  return [known](const BaseQuantities& values,
                 const std::string& gpu) -> std::optional<dataset::RowClass> {
    const auto found = known->find(gpu);
    if (found == known->end()) return std::nullopt;
    const predict::RooflineClass found_class = predict::classify(values, found->second);
    return dataset::RowClass{found_class.bound == Bound::Compute, found_class.near_ridge};
  };
}

Status print_set_stats(const SetOptions& options) {
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  const dataset::SetSummary summary = dataset::summarize(set, rules, classifier());
  std::cout << (options.json ? report::summary_json(summary) : report::summary_text(summary));
  if (options.svg.empty()) return Unit{};
  KCAST_TRY([[maybe_unused]] const auto files, workflow::write_pictures(set, options.svg));
  return Unit{};
}

Status write_datasheet(const DatasheetOptions& options) {
  dataset::DatasheetOptions sheet;
  if (!options.title.empty()) sheet.title = options.title;
  if (!options.about.empty()) {
    KCAST_TRY(const std::string about, read_file(options.about));
    sheet.about = trim(about);
  }
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  KCAST_TRY(sheet.pictures, workflow::write_pictures(set, options.out));
  const dataset::SetSummary summary = dataset::summarize(set, rules, classifier());
  const auto file = std::filesystem::path(options.out) / "README.md";
  KCAST_OK(write_file(file, dataset::datasheet_text(set, summary, sheet)));
  std::cout << file.string() << " and " << sheet.pictures.size() << " pictures\n";
  return Unit{};
}

Status print_noise(const SetOptions& options) {
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  const std::vector<dataset::NoiseFloor> floors = dataset::noise_floors(set);
  std::cout << (options.json ? dataset::noise_json(floors) : report::noise_text(floors));
  return Unit{};
}

constexpr const char* kSetHelp = "a store, a Parquet file, or a folder of them";

}  // namespace

void add_dataset_stats(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("stats", "counts, distributions and noise of a set");
  const auto options = std::make_shared<SetOptions>();
  command->add_option("SET", options->set, kSetHelp)->required();
  command->add_option("--svg", options->svg, "write the distributions to this folder");
  command->add_flag("--json", options->json, "print JSON");
  command->callback(
      [options, &action] { action = [options] { return print_set_stats(*options); }; });
}

void add_dataset_datasheet(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("datasheet", "a README.md with pictures for a set that is published");
  const auto options = std::make_shared<DatasheetOptions>();
  command->add_option("SET", options->set, kSetHelp)->required();
  command->add_option("--out", options->out, "folder to write to")->required();
  command->add_option("--title", options->title, "title of the README");
  command->add_option("--about", options->about,
                      "a Markdown file with what only you know: commands, machine, purpose");
  command->callback(
      [options, &action] { action = [options] { return write_datasheet(*options); }; });
}

void add_dataset_noise(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("noise", "how far repeated readings differ");
  const auto options = std::make_shared<SetOptions>();
  command->add_option("SET", options->set, kSetHelp)->required();
  command->add_flag("--json", options->json, "print JSON, as noise.json of an export");
  command->callback([options, &action] { action = [options] { return print_noise(*options); }; });
}

}  // namespace kcast::cli
