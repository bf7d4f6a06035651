// kcast encode: a data set as token shards for kcast-train.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/io/folder_lock.h"
#include "base/parallel.h"
#include "base/quantile.h"
#include "cli/commands.h"
#include "encode/guide.h"
#include "workflow/ask/open_tokenizer.h"
#include "workflow/encode/corpus.h"
#include "workflow/encode/sample_set.h"

namespace kcast::cli {
namespace {

namespace fs = std::filesystem;

struct EncodeCommand {
  std::string set;
  std::string model;
  std::string which = "compact";
  std::string split = "family";
  std::string out;
  std::string features;
  uint64_t kernels = 0;
  uint64_t seed = 1;
  bool analyse = false;
  bool no_answer = false;
  std::vector<size_t> limit;
  std::vector<size_t> per_kernel;
  size_t length = 4096;
  size_t jobs = hardware_jobs();
};

// One number for all sides, or one for each of train, val and test.
Result<std::array<size_t, 3>> numbers_by_side(const std::string& option,
                                              const std::vector<size_t>& numbers) {
  if (numbers.empty()) return std::array<size_t, 3>{};
  if (numbers.size() == 1) return std::array{numbers[0], numbers[0], numbers[0]};
  if (numbers.size() == 3) return std::array{numbers[0], numbers[1], numbers[2]};
  return Error{ErrorCode::InvalidInput,
               option + " takes one number, or three: of train, val and test"};
}

// One of another template that is there already must not stay.
Status write_guide(const encode::Tokenizer& tokenizer, const workflow::EncodeSettings& settings,
                   const fs::path& file) {
  std::optional<std::string> guide;
  if (settings.with_answer) {
    KCAST_TRY(guide, encode::answer_guide(settings.which, tokenizer));
  }
  if (guide) return write_file(file, *guide);
  std::error_code ignored;
  fs::remove(file, ignored);
  return Unit{};
}

void print_encoded(const workflow::EncodeSummary& summary, const fs::path& folder, bool with_test) {
  for (const dataset::Side side :
       {dataset::Side::Train, dataset::Side::Validation, dataset::Side::Test}) {
    if (side == dataset::Side::Test && !with_test) continue;
    const workflow::EncodedSide& encoded = summary.sides[static_cast<size_t>(side)];
    const std::vector<double>& lengths = encoded.lengths;
    double tokens = 0;
    for (const double length : lengths)
      tokens += length;
    const std::string name(dataset::side_name(side));
    std::cout << (folder / (name + ".safetensors")).string() << ": " << lengths.size()
              << " samples, " << static_cast<int64_t>(tokens) << " tokens";
    if (!lengths.empty()) {
      std::cout << "; a sample has " << static_cast<int64_t>(quantile_of(lengths, 0.5))
                << " (median), " << static_cast<int64_t>(quantile_of(lengths, 0.95)) << " (95 %), "
                << static_cast<int64_t>(lengths.back()) << " (most)";
    }
    if (encoded.cut > 0) std::cout << "; " << encoded.cut << " were cut in the middle";
    std::cout << "\n";
  }
  for (const auto& [why, rows] : summary.dropped)
    std::cout << "left out, " << why << ": " << rows << "\n";
}

Status encode_texts_of_kernels(const EncodeCommand& command) {
  workflow::CorpusSettings settings;
  settings.kernels = command.kernels;
  settings.seed = command.seed;
  settings.most_tokens = command.length;
  settings.jobs = command.jobs;
  KCAST_TRY(settings.split, dataset::split_named(command.split));
  KCAST_TRY(const auto tokenizer, workflow::open_tokenizer(command.model, command.jobs));
  KCAST_TRY([[maybe_unused]] const FolderLock lock, FolderLock::take(command.out));
  KCAST_TRY(const workflow::EncodeSummary summary,
            workflow::encode_corpus(*tokenizer, settings, command.out));
  print_encoded(summary, command.out, false);
  return Unit{};
}

Status run_encode(const EncodeCommand& command) {
  if (command.kernels > 0) return encode_texts_of_kernels(command);
  workflow::EncodeSettings settings;
  KCAST_TRY(settings.which, encode::template_named(command.which));
  KCAST_TRY(settings.split, dataset::split_named(command.split));
  KCAST_TRY(settings.limits, numbers_by_side("--limit", command.limit));
  KCAST_TRY(settings.per_kernel, numbers_by_side("--per-kernel", command.per_kernel));
  settings.most_tokens = command.length;
  settings.with_answer = !command.no_answer;
  settings.analyse = command.analyse;
  settings.jobs = command.jobs;
  // Both start processes: before there are threads.
  KCAST_TRY(const workflow::Remaker remaker, workflow::Remaker::start());
  KCAST_TRY(const auto tokenizer, workflow::open_tokenizer(command.model, command.jobs));
  std::optional<workflow::FeatureTable> features;
  if (!command.features.empty()) {
    KCAST_TRY(features, workflow::FeatureTable::read(command.features));
    settings.features = &*features;
  }
  KCAST_TRY(dataset::SampleSet set, dataset::read_samples(command.set, executable_dir()));
  if (settings.split == dataset::Split::Size) {
    KCAST_TRY([[maybe_unused]] const size_t missing,
              workflow::add_extents(remaker, command.jobs, set));
  }
  KCAST_TRY([[maybe_unused]] const FolderLock lock, FolderLock::take(command.out));
  KCAST_TRY(const workflow::EncodeSummary summary,
            workflow::encode_set(set, remaker, *tokenizer, settings, command.out));
  KCAST_OK(write_guide(*tokenizer, settings, fs::path(command.out) / "guide.json"));
  print_encoded(summary, command.out, true);
  return Unit{};
}

}  // namespace

Status cmd_encode(Args args) {
  CLI::App app;
  describe_command(app, "encode");
  EncodeCommand command;
  std::vector<std::string> names;
  for (const encode::Template which : encode::kTemplates)
    names.emplace_back(encode::template_name(which));
  CLI::Option* set = app.add_option("DATASET", command.set,
                                    "a store of kcast collect, Parquet, or a folder of them");
  CLI::Option* kernels =
      app.add_option(
             "--kernels", command.kernels,
             "instead of a data set: the texts of this many generated kernels, for pre-training")
          ->check(CLI::Range(1, 100'000'000))
          ->excludes(set);
  app.add_option("--seed", command.seed, "seed of those kernels")->needs(kernels);
  app.add_option("--model", command.model,
                 "model or tokenizer whose tokens are written: a GGUF file, or a tokenizer.json of "
                 "kcast tokenizer train")
      ->required();
  app.add_option("--out", command.out,
                 "folder for train.safetensors, val.safetensors and test.safetensors")
      ->required();
  app.add_option("--template", command.which, "which question the prompts ask (docs/encode.md)")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  app.add_option("--split", command.split,
                 "which split divides the samples into train, val and test")
      ->check(CLI::IsMember({"iid", "family", "motif", "size", "authored"}))
      ->capture_default_str();
  app.add_option("--limit", command.limit,
                 "most samples of each side, or of train,val,test (default 0: all)")
      ->delimiter(',');
  app.add_option("--per-kernel", command.per_kernel,
                 "most launches of one kernel, on each side or on train,val,test (default 0: all)")
      ->delimiter(',');
  app.add_option("--max-tokens", command.length,
                 "most tokens of a sample; longer kernels lose the middle of their text")
      ->check(CLI::Range(64, 1 << 20))
      ->capture_default_str();
  CLI::Option* features = app.add_option(
      "--features", command.features, "a store whose features kcast dataset features has computed");
  app.add_flag("--analyse", command.analyse, "compute the features now")->excludes(features);
  app.add_flag("--no-answer", command.no_answer,
               "write prompts without answers, for regression and class heads");
  app.add_option("--jobs", command.jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  if (command.set.empty() && command.kernels == 0) {
    return Error{ErrorCode::InvalidInput,
                 "DATASET is required, or --kernels (see kcast encode --help)"};
  }
  return run_encode(command);
}

}  // namespace kcast::cli
