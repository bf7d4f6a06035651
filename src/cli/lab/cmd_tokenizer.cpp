// kcast tokenizer: vocabularies for models of our own.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "encode/bpe.h"
#include "encode/tokenize_pipe.h"
#include "report/tokenizer_view.h"
#include "workflow/encode/tokenizer.h"

namespace kcast::cli {
namespace {

using TokenizerAction = std::function<Status()>;

struct TrainOptions : workflow::TokenizerTraining {
  std::string out;
};

struct EncodeOptions {
  std::string model;
  std::vector<std::string> files;
  bool count = false;
};

Status train_tokenizer(const TrainOptions& options) {
  KCAST_TRY(const report::TrainedTokenizer trained,
            workflow::train_tokenizer(options, options.out));
  std::cout << report::trained_text(trained);
  return Unit{};
}

Status encode_files(const EncodeOptions& options) {
  KCAST_TRY(const std::vector<report::TokenizedText> texts,
            workflow::tokenize_files(options.model, options.files, std::cin));
  std::cout << (options.count ? report::token_counts_text(texts) : report::token_ids_text(texts));
  return Unit{};
}

Status serve_file(const std::string& model) {
  KCAST_TRY(const auto tokenizer, encode::BpeTokenizer::load(model));
  return encode::serve_tokenizer(*tokenizer, STDIN_FILENO, STDOUT_FILENO);
}

void add_train(CLI::App& app, TokenizerAction& action) {
  CLI::App* command = app.add_subcommand("train", "make a vocabulary from kernels");
  const auto options = std::make_shared<TrainOptions>();
  command->add_option("FILE", options->files,
                      "text files (default: generated kernels and the programs of the corpus)");
  command->add_option("--out", options->out, "the tokenizer.json to write")->required();
  command->add_option("--vocabulary", options->vocabulary, "size of the vocabulary, in tokens")
      ->capture_default_str();
  command->add_option("--kernels", options->kernels, "how many kernels are generated as text")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the kernels")->capture_default_str();
  command->add_option("--jobs", options->jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  command->callback(
      [options, &action] { action = [options] { return train_tokenizer(*options); }; });
}

void add_encode(CLI::App& app, TokenizerAction& action) {
  CLI::App* command = app.add_subcommand("encode", "print the ids of texts, a line for each");
  const auto options = std::make_shared<EncodeOptions>();
  command->add_option("FILE", options->files, "text files (default: standard input)");
  command->add_option("--model", options->model, "a tokenizer.json of kcast tokenizer train")
      ->required();
  command->add_flag("--count", options->count, "print how many tokens each text has");
  command->callback([options, &action] { action = [options] { return encode_files(*options); }; });
}

void add_serve(CLI::App& app, TokenizerAction& action) {
  CLI::App* command = app.add_subcommand(
      "serve", "answer on standard input and output, as kcast-llm tokenize does");
  const auto model = std::make_shared<std::string>();
  command->add_option("--model", *model, "a tokenizer.json of kcast tokenizer train")->required();
  command->callback([model, &action] { action = [model] { return serve_file(*model); }; });
}

}  // namespace

Status cmd_tokenizer(Args args) {
  CLI::App app;
  describe_command(app, "tokenizer");
  app.require_subcommand(1);
  TokenizerAction action;
  add_train(app, action);
  add_encode(app, action);
  add_serve(app, action);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  return parsed ? action() : Unit{};
}

}  // namespace kcast::cli
