// kcast-answers: what language models say to the prompts of a token shard. Beside kcast-llm, whose
// libraries it needs.
#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "base/files.h"
#include "base/process/program.h"
#include "workflow/ask/answer_comparison.h"
#include "workflow/ask/shard_answers.h"

namespace kcast::cli {
namespace {

constexpr const char* kName = "kcast answers";

struct CompareCommand {
  std::string first;
  std::string second;
  std::string form;
};

Status compare(const CompareCommand& command) {
  constexpr size_t kMostBytes = size_t{4} << 30U;
  KCAST_TRY(const std::string first, read_file(command.first, kMostBytes));
  KCAST_TRY(const std::string second, read_file(command.second, kMostBytes));
  KCAST_TRY(const workflow::AnswerComparison same,
            workflow::compare_answers(first, second, command.form));
  std::cout << workflow::comparison_text(same);
  return Unit{};
}

Status print_count(const Result<size_t>& count, const std::filesystem::path& file) {
  if (!count) return count.error();
  std::cout << file.string() << ": " << *count << " answers\n";
  return Unit{};
}

CLI::App* add_texts(CLI::App& app, workflow::TextsCommand& command) {
  CLI::App* texts = app.add_subcommand("texts", "the texts of what kcast-train generate wrote");
  texts->add_option("answers", command.answers, "what it wrote")->required();
  texts->add_option("--shard", command.shard, "the shard that it answered")->required();
  texts->add_option("--model", command.model, "whose tokens: a model's name or a GGUF file")
      ->required();
  texts->add_option("--out", command.out, "file for the texts, JSON lines")->required();
  return texts;
}

CLI::App* add_ask(CLI::App& app, workflow::AskShardCommand& command) {
  CLI::App* ask = app.add_subcommand("ask", "answer the prompts of a shard with llama.cpp");
  ask->add_option("shard", command.shard, "token shard, from kcast encode")->required();
  ask->add_option("--model", command.model, "a model of `kcast models list`, or a GGUF file")
      ->required();
  ask->add_option("--adapter", command.adapter, "a GGUF LoRA adapter for it");
  ask->add_option("--out", command.out, "file for the answers, JSON lines; continued")->required();
  ask->add_option("--limit", command.limit, "answer this many prompts of the shard (default: all)");
  ask->add_option("--max-new-tokens", command.most_tokens, "most tokens of an answer")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  ask->add_option("--context", command.context, "tokens of question and answer together")
      ->check(CLI::Range(64, 1 << 20))
      ->capture_default_str();
  ask->add_option("--threads", command.threads, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  return ask;
}

CLI::App* add_compare(CLI::App& app, CompareCommand& command) {
  CLI::App* compare = app.add_subcommand("compare", "say how far two files of answers agree");
  compare->add_option("first", command.first, "answers, JSON lines")->required();
  compare->add_option("second", command.second, "others to the same samples")->required();
  compare->add_option("--template", command.form, "what was asked, where the files do not say");
  return compare;
}

int run(int argc, char** argv) {
  CLI::App program("answers of language models to token shards", "kcast");
  program.require_subcommand(1);
  CLI::App* app =
      program.add_subcommand("answers", "what language models say to the prompts of a token shard");
  app->require_subcommand(1);
  workflow::TextsCommand texts;
  workflow::AskShardCommand ask;
  CompareCommand comparison;
  const CLI::App* asks = add_ask(*app, ask);
  const CLI::App* turns = add_texts(*app, texts);
  add_compare(*app, comparison);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  }
  const Status done = asks->parsed() ? print_count(workflow::ask_shard(ask), ask.out)
                      : turns->parsed()
                          ? print_count(workflow::write_answer_texts(texts), texts.out)
                          : compare(comparison);
  return done ? 0 : report_error(kName, done.error());
}

}  // namespace
}  // namespace kcast::cli

int main(int argc, char** argv) {
  return kcast::run_program(kcast::cli::kName, [&] { return kcast::cli::run(argc, argv); });
}
