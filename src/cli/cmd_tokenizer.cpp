// kcast tokenizer: vocabularies for models of our own.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/commands.h"
#include "corpus/authored/authored.h"
#include "corpus/kernel_maker.h"
#include "encode/answers.h"
#include "encode/bpe.h"
#include "encode/bpe_train.h"
#include "encode/tokenize_pipe.h"
#include "plan/draw_recipes.h"
#include "predict/gpus.h"
#include "workflow/dataset/remake.h"

namespace kcast::cli {
namespace {

using TokenizerAction = std::function<Status()>;

struct TrainOptions {
  std::string out;
  int64_t vocabulary = 8192;
  uint64_t kernels = 20000;
  uint64_t seed = 1;
  size_t jobs = hardware_jobs();
  std::vector<std::string> files;
};

struct EncodeOptions {
  std::string model;
  std::vector<std::string> files;
  bool count = false;
};

// The n-th kernel of a corpus as a model is asked about it, in one of the languages that can
// express it, and an answer; empty if none can.
std::string drawn_text(const plan::RecipeSource& recipes, uint64_t n, const Gpu& gpu) {
  const auto made = corpus::make_kernel(recipes.at(n));
  if (!made || made->languages.empty()) return "";
  const auto source = corpus::print_kernel(*made, made->languages[n % made->languages.size()]);
  if (!source) return "";
  Launch launch;
  launch.kernel = source->name;
  constexpr auto kWhich = encode::Template::Compact;
  const auto turns = encode::prompt_of(kWhich, {*source, launch, gpu, "", "", {}});
  return turns.at(0).text() +
         encode::answer_text(encode::answer_schema(kWhich, *source, gpu), {}, "");
}

Status add_drawn_kernels(const TrainOptions& options, encode::BpeTrainer& trainer) {
  KCAST_TRY(const plan::RecipeSource recipes, plan::RecipeSource::make(options.seed));
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named("all"));
  std::vector<std::string> texts(options.kernels);
  KCAST_OK(workflow::each_kernel(
      "reading kernels", texts.size(), options.jobs,
      [&](size_t i) { texts[i] = drawn_text(recipes, i, gpus[i % gpus.size()]); },
      [&](size_t i) -> Status {
        trainer.add(std::exchange(texts[i], {}));
        return Unit{};
      }));
  KCAST_TRY(const auto programs, corpus::authored_programs());
  for (const corpus::AuthoredProgram& program : programs)
    trainer.add(program.text);
  return Unit{};
}

Status train_tokenizer(const TrainOptions& options) {
  encode::BpeTrainer trainer({.vocabulary = options.vocabulary});
  for (const std::string& file : options.files) {
    KCAST_TRY(const std::string text, read_file(file));
    trainer.add(text);
  }
  if (options.files.empty()) {
    KCAST_OK(add_drawn_kernels(options, trainer));
  }
  KCAST_TRY(encode::BpeModel model, trainer.train());
  const size_t merges = model.merges.size();
  KCAST_TRY(const auto tokenizer, encode::BpeTokenizer::make(std::move(model)));
  KCAST_OK(write_file(options.out, tokenizer->to_json()));
  std::cout << options.out << ": " << tokenizer->vocabulary_size() << " tokens, " << merges
            << " merges, from " << trainer.words() << " different words\n";
  return Unit{};
}

Status encode_files(const EncodeOptions& options) {
  KCAST_TRY(const auto tokenizer, encode::BpeTokenizer::load(options.model));
  std::vector<std::string> texts;
  for (const std::string& file : options.files) {
    KCAST_TRY(texts.emplace_back(), read_file(file));
  }
  if (options.files.empty()) {
    texts.emplace_back(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::vector<int32_t> ids = tokenizer->encode_text(texts[i]);
    if (options.count) {
      std::cout << ids.size() << " tokens, " << texts[i].size() << " bytes"
                << (options.files.empty() ? "" : "  " + options.files[i]) << "\n";
      continue;
    }
    std::vector<std::string> words;
    for (const int32_t id : ids)
      words.push_back(std::to_string(id));
    std::cout << join(words, " ") << "\n";
  }
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
