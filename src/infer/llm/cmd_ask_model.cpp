// kcast ask-model: what a language model alone says about a kernel.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <array>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "base/files.h"
#include "base/interrupt.h"
#include "base/named_text.h"
#include "base/text.h"
#include "encode/tokenize_pipe.h"
#include "infer/ask.h"
#include "infer/llm/commands.h"
#include "infer/model_registry.h"
#include "infer/vocabulary_tokenizer.h"
#include "schema/gpu_json.h"

namespace kcast {

// The files of data/gpus, embedded.
std::span<const NamedText> embedded_llm_gpus();

namespace llm {
namespace {

struct AskArguments {
  std::string file;
  std::string model;
  std::string adapter;
  std::string head;
  std::string form = "omniwise";
  std::string gpu = "h200";
  std::string flags;
  std::string kernel;
  std::vector<int64_t> grid;
  std::vector<int64_t> block;
  std::vector<std::string> arguments;
  int threads = 0;
  int context = 4096;
  Sampling sampling;
  bool json = false;
};

Result<std::string> language_of(const std::string& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kEndings = {
      {{".cu", "cuda"}, {".cuh", "cuda"}, {".hip", "hip"}, {".cl", "opencl"}}};
  for (const auto& [ending, language] : kEndings) {
    if (file.ends_with(ending)) return std::string(language);
  }
  return Error{ErrorCode::InvalidInput, file + ": its name ends in none of .cu, .hip and .cl"};
}

// "n=1048576", "s=0.5" or "a=float[1048576]"
Result<LaunchArgument> parse_argument(const std::string& text) {
  const size_t equals = text.find('=');
  const Error wrong{ErrorCode::InvalidInput,
                    "--arg " + text + ": write NAME=NUMBER or NAME=TYPE[ELEMENTS]"};
  if (equals == std::string::npos || equals == 0) return wrong;
  LaunchArgument out;
  out.name = text.substr(0, equals);
  const std::string value = text.substr(equals + 1);
  if (value.ends_with(']')) {
    const size_t bracket = value.find('[');
    if (bracket == std::string::npos || bracket == 0) return wrong;
    const auto elements =
        parse_int(std::string_view(value).substr(bracket + 1, value.size() - bracket - 2));
    if (!elements || *elements <= 0) return wrong;
    out.element_type = value.substr(0, bracket);
    out.elements = *elements;
    return out;
  }
  if (const auto integer = parse_int(value)) {
    out.element_type = "int";
    out.integer = integer;
    return out;
  }
  try {
    size_t used = 0;
    out.real = std::stod(value, &used);
    out.element_type = "float";
    if (used != value.size()) return wrong;
    return out;
  } catch (const std::exception&) {
    return wrong;
  }
}

Result<Launch> launch_of(const AskArguments& arguments) {
  Launch launch;
  launch.kernel = arguments.kernel;
  for (size_t i = 0; i < 3; ++i) {
    if (i < arguments.grid.size()) launch.grid[i] = arguments.grid[i];
    if (i < arguments.block.size()) launch.block[i] = arguments.block[i];
  }
  for (const std::string& text : arguments.arguments) {
    KCAST_TRY(LaunchArgument argument, parse_argument(text));
    argument.buffer = argument.elements > 0 ? static_cast<int64_t>(launch.arguments.size()) : -1;
    launch.arguments.push_back(std::move(argument));
  }
  return launch;
}

void print_text(const AskArguments& arguments, const AskedAnswer& answer) {
  if (answer.cut) {
    std::cerr << arguments.file << ": too long for the model; a part of it was left out\n";
  }
  if (!answer.values.bound.empty()) std::cout << answer.values.bound << "-bound\n";
  for (const Metric& metric : metrics()) {
    const auto found = answer.values.metrics.find(metric.name);
    if (found == answer.values.metrics.end()) continue;
    std::cout << pad_right(metric.name, 26) << pad_left(format_digits(found->second, 4), 14) << " "
              << metric.unit << "\n";
  }
  std::cerr << arguments.model << ": " << answer.prompt_tokens << " tokens read in "
            << format_digits(answer.prompt_seconds, 3) << " s, answered in "
            << format_digits(answer.answer_seconds, 3) << " s\n";
}

void print_json(const AskArguments& arguments, const AskedAnswer& answer) {
  nlohmann::ordered_json json = {{"file", arguments.file},
                                 {"gpu", arguments.gpu},
                                 {"model", arguments.model},
                                 {"template", arguments.form},
                                 {"source", "text"}};
  if (!answer.values.bound.empty()) json["bound"] = answer.values.bound;
  for (const Metric& metric : metrics()) {
    const auto found = answer.values.metrics.find(metric.name);
    if (found != answer.values.metrics.end()) json["metrics"][found->first] = found->second;
  }
  json["answer"] = answer.text;
  json["prompt_tokens"] = answer.prompt_tokens;
  json["prompt_cut"] = answer.cut;
  json["prompt_seconds"] = answer.prompt_seconds;
  json["answer_seconds"] = answer.answer_seconds;
  std::cout << json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

Status run_ask(const AskArguments& arguments) {
  KCAST_TRY(const encode::Template form, encode::template_named(arguments.form));
  KernelSource kernel;
  kernel.name = arguments.kernel;
  KCAST_TRY(kernel.language, language_of(arguments.file));
  KCAST_TRY(kernel.source, read_file(arguments.file, size_t{16} << 20));
  kernel.flags = split_words(arguments.flags);
  KCAST_TRY(const Launch launch, launch_of(arguments));
  KCAST_TRY(const std::vector<Gpu> gpus, load_gpus(embedded_llm_gpus()));
  KCAST_TRY(const Gpu gpu, select_gpu(gpus, arguments.gpu));
  LanguageModelOptions options{
      .adapter = arguments.adapter, .threads = arguments.threads, .context = arguments.context};
  KCAST_TRY(options.gguf, find_model(arguments.model));
  const InterruptGuard guard;
  KCAST_TRY(LanguageModel model, LanguageModel::load(options));
  const encode::PromptInput input{.kernel = kernel, .launch = launch, .gpu = gpu};
  AskedAnswer answer;
  if (arguments.head.empty()) {
    KCAST_TRY(answer, ask(model, form, input, arguments.sampling));
  } else {
    KCAST_TRY(const AnswerHead head, AnswerHead::open(arguments.head));
    KCAST_TRY(answer, ask_head(model, head, form, input));
  }
  if (arguments.json) {
    print_json(arguments, answer);
  } else {
    print_text(arguments, answer);
  }
  return Unit{};
}

void add_launch_options(CLI::App& command, AskArguments& arguments) {
  command.add_option("--kernel", arguments.kernel, "its name, where the question names it");
  command.add_option("--grid", arguments.grid, "blocks: X[,Y[,Z]]")->delimiter(',');
  command.add_option("--block", arguments.block, "threads: X[,Y[,Z]]")->delimiter(',');
  command.add_option("--arg", arguments.arguments,
                     "an argument, in order: NAME=NUMBER or NAME=TYPE[ELEMENTS]");
}

Status run_tokenize(const std::string& name) {
  KCAST_TRY(const std::filesystem::path path, find_model(name));
  KCAST_TRY(const Vocabulary vocabulary, Vocabulary::open(path));
  return encode::serve_tokenizer(VocabularyTokenizer(vocabulary), STDIN_FILENO, STDOUT_FILENO);
}

}  // namespace

void add_ask_commands(CLI::App& app, std::vector<Action>& actions) {
  const auto arguments = std::make_shared<AskArguments>();
  CLI::App* ask = app.add_subcommand("ask-model", "ask a language model about a kernel");
  ask->footer("example:\n  kcast ask-model --model qwen2.5-coder-0.5b examples/saxpy.cu");
  ask->add_option("file", arguments->file, "a source file: .cu, .hip or .cl")->required();
  ask->add_option("--model", arguments->model, "a model of `kcast models list`, or a GGUF file")
      ->required();
  ask->add_option("--adapter", arguments->adapter, "a GGUF LoRA adapter for it");
  ask->add_option("--head", arguments->head, "head.safetensors: a regression or class head");
  ask->add_option("--template", arguments->form,
                  "the question: omniwise (default), omniwise-raw, roofline, roofline-few-shot, "
                  "compact, llmperf");
  ask->add_option("--gpu", arguments->gpu, "a GPU of `kcast gpus`, or its file");
  ask->add_option("--flags", arguments->flags, "of the compiler: '-O3 --use_fast_math'");
  add_launch_options(*ask, *arguments);
  ask->add_option("--threads", arguments->threads, "threads; all of the machine's without it")
      ->check(CLI::Range(1, 1024));
  ask->add_option("--context", arguments->context, "tokens of question and answer together")
      ->check(CLI::Range(64, 1 << 20));
  ask->add_option("--temperature", arguments->sampling.temperature, "0: the most likely answer")
      ->check(CLI::Range(0.0, 100.0));
  ask->add_option("--seed", arguments->sampling.seed, "of the sampling");
  ask->add_flag("--json", arguments->json, "as JSON");
  actions.push_back({ask, [arguments] { return run_ask(*arguments); }});

  // Started by kcast encode, which speaks to it through a pipe (encode/tokenize_pipe.h).
  const auto name = std::make_shared<std::string>();
  CLI::App* tokenize = app.add_subcommand("tokenize", "serve a model's tokenizer over a pipe");
  tokenize->add_option("--model", *name, "a model's name or a GGUF file")->required();
  actions.push_back({tokenize, [name] { return run_tokenize(*name); }});
}

}  // namespace llm
}  // namespace kcast
