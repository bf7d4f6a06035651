// kcast encode: a data set as token shards for kcast-train.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "base/files.h"
#include "base/parallel.h"
#include "base/quantile.h"
#include "cli/commands.h"
#include "cli/encode_set.h"
#include "encode/bpe.h"
#include "encode/tokenize_pipe.h"

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
  bool analyse = false;
  bool no_answer = false;
  size_t limit = 0;
  size_t length = 4096;
  size_t jobs = hardware_jobs();
};

bool is_gguf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  char magic[4] = {};
  in.read(magic, sizeof magic);
  return in.gcount() == 4 && std::string_view(magic, 4) == "GGUF";
}

// Ours, or that of a GGUF file, which kcast-llm reads.
Result<std::unique_ptr<encode::Tokenizer>> open_tokenizer(const std::string& file) {
  if (!is_gguf(file)) {
    KCAST_TRY(std::unique_ptr<encode::BpeTokenizer> ours, encode::BpeTokenizer::load(file));
    return std::unique_ptr<encode::Tokenizer>(std::move(ours));
  }
  const fs::path program = executable_dir() / "kcast-llm";
  if (!fs::exists(program)) {
    return Error{ErrorCode::Unsupported,
                 "kcast-llm is not beside kcast, and only it reads GGUF files; run scripts/fetch "
                 "llama, then build kcast-llm"};
  }
  KCAST_TRY(std::unique_ptr<encode::PipeTokenizer> pipe,
            encode::PipeTokenizer::start({program.string(), "tokenize", "--model", file}));
  return std::unique_ptr<encode::Tokenizer>(std::move(pipe));
}

void print_summary(const EncodeSummary& summary, const fs::path& folder) {
  for (size_t side = 0; side < summary.sides.size(); ++side) {
    const std::vector<double>& lengths = summary.sides[side].lengths;
    double tokens = 0;
    for (const double length : lengths)
      tokens += length;
    const std::string name(dataset::side_name(static_cast<dataset::Side>(side)));
    std::cout << (folder / (name + ".safetensors")).string() << ": " << lengths.size()
              << " samples, " << static_cast<int64_t>(tokens) << " tokens";
    if (!lengths.empty()) {
      std::cout << "; a sample has " << static_cast<int64_t>(quantile_of(lengths, 0.5))
                << " (median), " << static_cast<int64_t>(quantile_of(lengths, 0.95)) << " (95 %), "
                << static_cast<int64_t>(lengths.back()) << " (most)";
    }
    if (summary.sides[side].cut > 0)
      std::cout << "; " << summary.sides[side].cut << " were cut in the middle";
    std::cout << "\n";
  }
  for (const auto& [why, rows] : summary.dropped)
    std::cout << "left out, " << why << ": " << rows << "\n";
}

Status run_encode(const EncodeCommand& command) {
  EncodeSettings settings;
  KCAST_TRY(settings.which, encode::template_named(command.which));
  KCAST_TRY(settings.split, dataset::split_named(command.split));
  settings.limit = command.limit;
  settings.most_tokens = command.length;
  settings.with_answer = !command.no_answer;
  settings.analyse = command.analyse;
  settings.jobs = command.jobs;
  // Both start processes: before there are threads.
  KCAST_TRY(const Remaker remaker, Remaker::start());
  KCAST_TRY(const auto tokenizer, open_tokenizer(command.model));
  std::optional<FeatureTable> features;
  if (!command.features.empty()) {
    KCAST_TRY(features, FeatureTable::read(command.features));
    settings.features = &*features;
  }
  KCAST_TRY(dataset::SampleSet set, dataset::read_samples(command.set, executable_dir()));
  if (settings.split == dataset::Split::Size) {
    KCAST_TRY([[maybe_unused]] const size_t missing, add_extents(remaker, command.jobs, set));
  }
  std::error_code failed;
  fs::create_directories(command.out, failed);
  if (failed) return Error{ErrorCode::Io, command.out + ": " + failed.message()};
  KCAST_TRY(const EncodeSummary summary,
            encode_set(set, remaker, *tokenizer, settings, command.out));
  print_summary(summary, command.out);
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
  app.add_option("DATASET", command.set, "a store of kcast collect, Parquet, or a folder of them")
      ->required();
  app.add_option("--model", command.model,
                 "whose tokens: a GGUF file, or a tokenizer.json of kcast tokenizer train")
      ->required();
  app.add_option("--out", command.out, "folder for train, val and test.safetensors")->required();
  app.add_option("--template", command.which, "how a model is asked (docs/encode.md)")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  app.add_option("--split", command.split, "whose sides the samples are divided into")
      ->check(CLI::IsMember({"iid", "family", "motif", "size", "authored"}))
      ->capture_default_str();
  app.add_option("--limit", command.limit, "samples of each side; all without it");
  app.add_option("--max-tokens", command.length,
                 "of a sample; longer kernels lose the middle of their text")
      ->check(CLI::Range(64, 1 << 20))
      ->capture_default_str();
  CLI::Option* features = app.add_option("--features", command.features,
                                         "a store with what kcast dataset features worked out");
  app.add_flag("--analyse", command.analyse, "work the features out now")->excludes(features);
  app.add_flag("--no-answer", command.no_answer, "prompts alone, for regression and class heads");
  app.add_option("--jobs", command.jobs, "threads; all cores by default")
      ->check(CLI::Range(1, 1024));
  KCAST_TRY(const bool go_on, parse_options(app, args));
  return go_on ? run_encode(command) : Unit{};
}

}  // namespace kcast::cli
