// kcast dataset export: a store as files that others read.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/io/folder_lock.h"
#include "base/parallel.h"
#include "base/version.h"
#include "cli/lab/subcommands.h"
#include "dataset/noise.h"
#include "dataset/parquet.h"
#include "dataset/sample_tables.h"
#include "workflow/dataset/remake.h"
#include "workflow/dataset/samples.h"

namespace kcast::cli {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  std::string set;
  std::string out;
  std::string format = "parquet";
  std::string split = "family";
  size_t jobs = hardware_jobs();
};

Status write_table(const dataset::Parquet& parquet, const fs::path& file, dataset::Table table) {
  table.metadata.emplace_back("made_by", std::string(program_version()));
  KCAST_OK(parquet.write(file, table));
  std::error_code ignored;
  std::cout << file.filename().string() << ": " << dataset::row_count(table) << " rows, "
            << fs::file_size(file, ignored) << " bytes\n";
  return Unit{};
}

Status export_parquet(dataset::SampleSet& set, const workflow::Remaker& remaker, size_t jobs,
                      const fs::path& folder) {
  // Ask for the module before the work.
  KCAST_TRY(const dataset::Parquet parquet, dataset::Parquet::load(executable_dir()));
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  KCAST_TRY(const size_t missing, workflow::add_extents(remaker, jobs, set));
  if (missing > 0) {
    std::cout << missing << " launches could not be made again: blocks, threads and "
              << "buffer_bytes are 0\n";
  }
  dataset::sort_samples(set);
  KCAST_OK(write_table(parquet, folder / "launches.parquet", dataset::launches_table(set, rules)));
  KCAST_OK(write_table(parquet, folder / "repeats.parquet", dataset::repeats_table(set)));
  KCAST_OK(write_table(parquet, folder / "failures.parquet", dataset::failures_table(set)));
  return write_file(folder / "noise.json", dataset::noise_json(dataset::noise_floors(set)));
}

Status export_set(const ExportOptions& options) {
  KCAST_TRY(const dataset::Split split, dataset::split_named(options.split));
  KCAST_TRY(const workflow::Remaker remaker, workflow::Remaker::start());
  KCAST_TRY(dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  KCAST_TRY([[maybe_unused]] const FolderLock lock, FolderLock::take(options.out));
  if (options.format == "parquet") {
    return export_parquet(set, remaker, options.jobs, options.out);
  }
  if (split == dataset::Split::Size) {
    KCAST_TRY([[maybe_unused]] const size_t missing,
              workflow::add_extents(remaker, options.jobs, set));
  }
  KCAST_TRY(
      const workflow::SampleCounts counts,
      workflow::write_samples(set, remaker, {options.format, split, options.jobs}, options.out));
  for (const auto side : {dataset::Side::Train, dataset::Side::Validation, dataset::Side::Test}) {
    std::cout << dataset::side_name(side) << ".jsonl: " << counts.sides[static_cast<size_t>(side)]
              << " samples\n";
  }
  for (const auto& [why, rows] : counts.left_out) {
    if (rows > 0) std::cout << "left out, " << why << ": " << rows << "\n";
  }
  return Unit{};
}

}  // namespace

void add_dataset_export(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("export", "write Parquet, or samples for fine-tuning");
  const auto options = std::make_shared<ExportOptions>();
  command->add_option("STORE", options->set, "a store of kcast collect, or any data set")
      ->required();
  command->add_option("--out", options->out, "folder to write to")->required();
  command
      ->add_option("--format", options->format,
                   "Parquet, or samples as fine-tuning tools read them")
      ->check(CLI::IsMember({"parquet", "omniwise", "omniwise-raw", "llmperf"}))
      ->capture_default_str();
  command
      ->add_option("--split", options->split,
                   "which split divides the samples into train, val and test")
      ->check(CLI::IsMember({"iid", "family", "motif", "size", "authored"}))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  command->callback([options, &action] { action = [options] { return export_set(*options); }; });
}

}  // namespace kcast::cli
