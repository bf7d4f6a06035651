// kcast ask-model: what a language model says about a kernel, in the form of kcast predict.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/predict_options.h"
#include "cli/predict_output.h"
#include "encode/model_pipe.h"
#include "predict/tools.h"
#include "workflow/ask/model_asker.h"
#include "workflow/ask/model_question.h"

namespace kcast::cli {
namespace {

struct AskOptions : workflow::ModelOptions {
  std::string form_name = "compact";
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
  app.add_option("--template", options.form_name, "which question is asked (docs/encode.md)")
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
  KCAST_TRY(ask.form, encode::template_named(ask.form_name));
  KCAST_TRY(predict::PredictRequest request, make_predict_request(app, options, files));
  KCAST_TRY(const predict::PredictTools tools, predict::start_tools());
  if (ask.show_prompt) return show_prompts(request, ask.form, tools);
  if (ask.model.empty()) {
    return Error{ErrorCode::InvalidInput, "--model is required (see kcast ask-model --help)"};
  }
  KCAST_TRY(const std::unique_ptr<encode::PipeModel> model, workflow::start_model(ask));
  // What is wrong with the model is said once, not for each launch.
  KCAST_TRY(const encode::ModelHello hello, model->hello());
  KCAST_TRY(const predict::PredictReport report,
            workflow::predict_with_model(
                request, ask, hello.head ? &*hello.head : nullptr, tools,
                [&](const encode::ModelQuestion& question) { return model->ask(question); }));
  return print_report(report, request, output);
}

}  // namespace kcast::cli
