// kcast-llm tokenize and kcast-llm answer: what kcast starts and speaks to through a pipe.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>

#include "base/process/interrupt.h"
#include "encode/model_pipe.h"
#include "encode/tokenize_pipe.h"
#include "infer/ask.h"
#include "infer/llm/commands.h"
#include "infer/model_registry.h"
#include "infer/vocabulary_tokenizer.h"

namespace kcast::llm {
namespace {

struct AnswerArguments {
  std::string model;
  std::string adapter;
  std::string head;
  int threads = 0;
  int context = 4096;
  infer::Sampling sampling;
};

// What is asked; the head is absent where answers are texts.
struct Answerer {
  infer::LanguageModel model;
  std::optional<infer::AnswerHead> head;
};

Result<Answerer> load_answerer(const AnswerArguments& arguments) {
  infer::LanguageModelOptions options{
      .adapter = arguments.adapter, .threads = arguments.threads, .context = arguments.context};
  KCAST_TRY(options.gguf, infer::find_model(arguments.model));
  // The small file first: what is wrong with it is known at once.
  std::optional<infer::AnswerHead> head;
  if (!arguments.head.empty()) {
    KCAST_TRY(head, infer::AnswerHead::open(arguments.head));
  }
  KCAST_TRY(infer::LanguageModel model, infer::LanguageModel::load(options));
  return Answerer{std::move(model), std::move(head)};
}

Status run_answer(const AnswerArguments& arguments) {
  const InterruptGuard guard;
  Result<Answerer> loaded = load_answerer(arguments);
  if (!loaded) {
    encode::refuse_model(loaded.error(), STDOUT_FILENO);
    return Unit{};
  }
  encode::ModelHello hello{.file = arguments.model};
  const infer::AnswerHead* head = loaded->head ? &*loaded->head : nullptr;
  if (head != nullptr) hello.head = head->info();
  const auto answer = [&](const encode::ModelQuestion& question) {
    return infer::answer_question(loaded->model, head, question, arguments.sampling);
  };
  return encode::serve_model(hello, answer, STDIN_FILENO, STDOUT_FILENO);
}

Status run_tokenize(const std::string& name) {
  KCAST_TRY(const std::filesystem::path path, infer::find_model(name));
  KCAST_TRY(const infer::Vocabulary vocabulary, infer::Vocabulary::open(path));
  return encode::serve_tokenizer(infer::VocabularyTokenizer(vocabulary), STDIN_FILENO,
                                 STDOUT_FILENO);
}

}  // namespace

void add_serve_commands(CLI::App& app, std::vector<Action>& actions) {
  // Started by kcast ask-model (encode/model_pipe.h).
  const auto arguments = std::make_shared<AnswerArguments>();
  CLI::App* answer = app.add_subcommand("answer", "serve a model's answers over a pipe");
  answer->add_option("--model", arguments->model, "a model's name or a GGUF file")->required();
  answer->add_option("--adapter", arguments->adapter, "a GGUF LoRA adapter for it");
  answer->add_option("--head", arguments->head, "head.safetensors of a trained head");
  answer->add_option("--threads", arguments->threads, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  answer->add_option("--context", arguments->context, "tokens of question and answer together")
      ->check(CLI::Range(64, 1 << 20));
  answer
      ->add_option("--temperature", arguments->sampling.temperature,
                   "of the sampling; 0: greedy decoding")
      ->check(CLI::Range(0.0, 100.0));
  answer->add_option("--seed", arguments->sampling.seed, "seed of the sampling");
  actions.push_back({answer, [arguments] { return run_answer(*arguments); }});

  // Started by kcast encode (encode/tokenize_pipe.h).
  const auto name = std::make_shared<std::string>();
  CLI::App* tokenize = app.add_subcommand("tokenize", "serve a model's tokenizer over a pipe");
  tokenize->add_option("--model", *name, "a model's name or a GGUF file")->required();
  actions.push_back({tokenize, [name] { return run_tokenize(*name); }});
}

}  // namespace kcast::llm
