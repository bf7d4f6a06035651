// kcast ask-model: what a language model says about a kernel, in the form of kcast predict.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/predict_options.h"
#include "cli/predict_output.h"
#include "encode/model_pipe.h"
#include "predict/tools.h"
#include "workflow/ask/llm_program.h"
#include "workflow/ask/model_prediction.h"
#include "workflow/ask/model_question.h"

namespace kcast::cli {
namespace {

struct AskOptions {
  std::string model;
  std::string adapter;
  std::string head;
  std::string form = "compact";
  std::string threads;
  std::string context;
  std::string temperature;
  std::string seed;
  bool show_prompt = false;
};

void add_ask_options(CLI::App& app, AskOptions& options) {
  std::vector<std::string> names;
  for (const encode::Template which : encode::kTemplates)
    names.emplace_back(encode::template_name(which));
  app.add_option("--model", options.model, "a model of `kcast models list`, or a GGUF file");
  app.add_option("--adapter", options.adapter, "a GGUF LoRA adapter for it");
  app.add_option("--head", options.head,
                 "head.safetensors of a trained head: it answers with numbers instead of text");
  app.add_option("--template", options.form, "which question is asked (docs/encode.md)")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  app.add_option("--threads", options.threads, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  app.add_option("--context", options.context,
                 "tokens of question and answer together (default 4096)")
      ->check(CLI::Range(64, 1 << 20));
  app.add_option("--temperature", options.temperature,
                 "of the sampling; 0, the default: greedy decoding")
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--seed", options.seed, "seed of the sampling")->check(CLI::NonNegativeNumber);
  app.add_flag("--show-prompt", options.show_prompt, "print the prompts and ask no model");
}

Result<std::unique_ptr<encode::PipeModel>> start_model(const AskOptions& options) {
  if (options.model.empty()) {
    return Error{ErrorCode::InvalidInput, "--model is required (see kcast ask-model --help)"};
  }
  KCAST_TRY(std::string program, workflow::llm_program());
  std::vector<std::string> command = {std::move(program), "answer"};
  const std::pair<const char*, const std::string&> words[] = {
      {"--model", options.model},     {"--adapter", options.adapter},
      {"--head", options.head},       {"--threads", options.threads},
      {"--context", options.context}, {"--temperature", options.temperature},
      {"--seed", options.seed}};
  for (const auto& [name, value] : words) {
    if (!value.empty()) command.insert(command.end(), {name, value});
  }
  return encode::PipeModel::start(command);
}

predict::ModelNote note_of(const AskOptions& options, const encode::ModelAnswer& answer) {
  return {.model = options.model,
          .adapter = options.adapter,
          .head = options.head,
          .form = options.form,
          .answer = answer.text,
          .prompt_tokens = answer.prompt_tokens,
          .prompt_cut = answer.cut};
}

void add_notes(const predict::ModelNote& note, predict::LaunchPrediction& entry) {
  std::vector<std::string>& notes = entry.prediction.notes;
  notes.push_back("answered by the language model " + note.model +
                  (note.adapter.empty() ? "" : " with adapter " + note.adapter) +
                  (note.head.empty() ? "" : " and head " + note.head) + ", template " + note.form);
  if (note.prompt_cut) {
    notes.emplace_back("the kernel is too long for the model: it was not shown the middle of it");
  }
}

// Asks the model about launches.
class Asker {
 public:
  Asker(const AskOptions& options, encode::Template which, const frontend::InspectRequest& source,
        const predict::PredictTools& tools, encode::PipeModel& model)
      : options_(options), which_(which), source_(source), tools_(tools), model_(model) {}

  Status operator()(const predict::LaunchQuestion& launch, predict::LaunchPrediction& entry) const {
    KCAST_TRY(const encode::ModelHello hello, model_.hello());
    const encode::HeadInfo* head = hello.head ? &*hello.head : nullptr;
    KCAST_TRY(workflow::AskedLaunch launch_question,
              workflow::make_question(launch, texts(entry), head, tools_));
    KCAST_TRY(const encode::ModelAnswer answer, model_.ask(launch_question.question));
    KCAST_OK(workflow::take_answer(which_, head, answer, entry));
    if (launch_question.analysis) entry.features = std::move(launch_question.analysis->features);
    entry.prediction.notes = std::move(launch_question.notes);
    entry.model = note_of(options_, answer);
    add_notes(*entry.model, entry);
    return Unit{};
  }

 private:
  workflow::LaunchTexts texts(const predict::LaunchPrediction& entry) const {
    return {which_, source_, !entry.launch_file.empty()};
  }

  const AskOptions& options_;
  encode::Template which_;
  const frontend::InspectRequest& source_;
  const predict::PredictTools& tools_;
  encode::PipeModel& model_;
};

// The turns of each question, as a model without roles reads them.
Status show_prompts(predict::PredictRequest request, encode::Template which,
                    const predict::PredictTools& tools) {
  const frontend::InspectRequest source = request.source;
  request.source = workflow::request_for_question(source, which, tools, request.gpus.at(0));
  const encode::HeadInfo no_features;
  predict::PredictTools shown = tools;
  shown.answer = [&](const predict::LaunchQuestion& launch,
                     predict::LaunchPrediction& entry) -> Status {
    const workflow::LaunchTexts texts{which, source, !entry.launch_file.empty()};
    KCAST_TRY(const workflow::AskedLaunch launch_question,
              workflow::make_question(launch, texts, &no_features, tools));
    for (const encode::Turn& turn : launch_question.question.prompt)
      std::cout << turn.text() << "\n\n";
    return Unit{};
  };
  KCAST_TRY([[maybe_unused]] const predict::PredictReport report, predict::predict(request, shown));
  return Unit{};
}

}  // namespace

Status cmd_ask_model(Args args) {
  CLI::App app;
  describe_command(app, "ask-model");
  AskOptions ask;
  PredictOptions options;
  OutputOptions output;
  std::vector<std::string> files;
  app.add_option("FILE", files, "source files (.cu, .hip, .cl), and headers that they include")
      ->required();
  add_ask_options(app, ask);
  add_predict_options(app, options);
  add_sweep_option(app, options);
  add_output_options(app, output);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const encode::Template which, encode::template_named(ask.form));
  KCAST_TRY(predict::PredictRequest request, make_predict_request(app, options, files));
  KCAST_TRY(const predict::PredictTools tools, predict::start_tools());
  if (ask.show_prompt) return show_prompts(request, which, tools);
  KCAST_TRY(const std::unique_ptr<encode::PipeModel> model, start_model(ask));
  const frontend::InspectRequest source = request.source;
  request.source = workflow::request_for_question(source, which, tools, request.gpus.at(0));
  // What is wrong with the model is said once, not for each launch.
  KCAST_TRY([[maybe_unused]] const encode::ModelHello hello, model->hello());
  predict::PredictTools asking = tools;
  asking.answer = Asker(ask, which, source, tools, *model);
  KCAST_TRY(const predict::PredictReport report, predict::predict(request, asking));
  request.source = source;
  return print_report(report, request, output);
}

}  // namespace kcast::cli
