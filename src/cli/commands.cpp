#include "cli/commands.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "base/files.h"
#include "base/process/child.h"
#include "base/process/part.h"
#include "base/text.h"

namespace kcast::cli {

namespace {

constexpr Command kCommands[] = {
    {.name = "predict",
     .summary = "predict time, counters and roofline class of GPU kernels",
     .example = "kcast predict examples/saxpy.cu --gpu h200 -D n=1e7 --svg roofline.svg"},
    {.name = "diff",
     .summary = "compare the predictions of two versions; can fail a CI job",
     .example = "kcast diff old.cu new.cu --fail-if 'time_us>+10%'"},
    {.name = "rank",
     .summary = "sort kernels, or versions of one, by predicted time",
     .example = "kcast rank v1.cu v2.cu v3.cu --sweep block=64,128,256"},
    {.name = "serve",
     .summary = "answer over HTTP, with a page to try kernels on",
     .example = "kcast serve --port 8787"},
    {.name = "lsp",
     .summary = "serve predictions to editors (language server protocol)",
     .example = "kcast lsp --stdio"},
    {.name = "mcp",
     .summary = "serve predictions to coding agents (Model Context Protocol)",
     .example = "kcast mcp --stdio"},
    {.name = "inspect",
     .summary = "show the kernels, launches and PTX of GPU source files",
     .example = "kcast inspect examples/saxpy.cu"},
    {.name = "corpus",
     .summary = "generate, check and list kernels to measure and train on",
     .example = "kcast corpus show motif-1:reduction/warp:1 --language hip",
     .executable = "kcast-lab"},
    {.name = "collect",
     .summary = "measure launches with hardware counters and compare them with predictions",
     .example = "kcast collect --device cuda --plan plan --out measured.db",
     .executable = "kcast-lab"},
    {.name = "dataset",
     .summary = "merge, check, describe and export measurements",
     .example = "kcast dataset export measured.db --out published",
     .executable = "kcast-lab"},
    {.name = "encode",
     .summary = "turn a data set into tokens for training",
     .example = "kcast encode datasets/h200-v1 --model tokenizer.json --out shards",
     .executable = "kcast-lab"},
    {.name = "tokenizer",
     .summary = "train a tokenizer on kernels, and use it",
     .example = "kcast tokenizer train --out tokenizer.json",
     .executable = "kcast-lab"},
    {.name = "eval",
     .summary = "score predictions against measurements",
     .example = "kcast eval measured.db --split family --predictions predictions.tsv",
     .executable = "kcast-lab"},
    {.name = "gpus",
     .summary = "list the known GPUs, or show the data of one and where it is from",
     .example = "kcast gpus h200"},
    {.name = "roofline",
     .summary = "measure the peak bandwidths and rates of this machine's NVIDIA GPU",
     .example = "kcast roofline --gpu-file data/gpus/h200.json",
     .executable = "kcast-collect-cuda"},
    {.name = "models",
     .summary = "show the trees inside kcast; list, download and convert language models",
     .example = "kcast models get qwen2.5-coder-0.5b",
     .executable = "kcast-llm"},
    {.name = "ask-model",
     .summary = "let a language model predict, instead of the analysis",
     .example = "kcast ask-model --model qwen2.5-coder-0.5b examples/saxpy.cu",
     .executable = "kcast-lab"},
    {.name = "ask",
     .summary = "ask any chat model the papers' questions, and score it beside the analysis",
     .example = "kcast ask --task rq2 --endpoint http://127.0.0.1:8080 --model NAME --out run",
     .executable = "kcast-lab"},
    {.name = "answers",
     .summary = "let a language model answer a test set on the CPU; compare answers",
     .example = "kcast answers ask shards/test.safetensors --model qwen2.5-coder-0.5b --out "
                "answers.jsonl",
     .executable = "kcast-answers"},
    {.name = "train",
     .summary = "fit the trees that correct the analysis; fine-tune a language model",
     .example = "kcast train --trees data/trees/h200.json --table build/rows",
     .executable = "kcast-lab"},
    {.name = "completion",
     .summary = "print a completion script for bash, zsh or fish",
     .example = "source <(kcast completion bash)"},
    {.name = "help",
     .summary = "show the commands, or one command's options",
     .example = "kcast help inspect"},
    {.name = "version",
     .summary = "print the version and what it was built with",
     .example = "kcast version"},
};

bool asks_for_help(Args args) {
  return std::find_if(args.begin(), args.end(), [](const std::string& word) {
           return word == "--help" || word == "-h";
         }) != args.end();
}

void add_option_names(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string& name : option->get_snames())
      names.push_back("-" + name);
  }
  for (const CLI::App* part : app.get_subcommands())
    add_option_names(*part, names);
}

// "; did you mean --gpu?" for the first option that there is not.
std::string option_meant(const CLI::App& app, Args args) {
  std::vector<std::string> names;
  add_option_names(app, names);
  for (const std::string& word : args) {
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || name == "--") continue;
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const auto guess = nearest(name, names);
    return guess ? "; did you mean " + *guess + "?" : "";
  }
  return "";
}

bool is_beside_kcast(std::string_view name) {
  std::error_code ignored;
  return std::filesystem::exists(executable_dir() / name, ignored);
}

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

void describe_command(CLI::App& app, std::string_view name) {
  app.name("kcast " + std::string(name));
  for (const Command& command : kCommands) {
    if (command.name != name) continue;
    app.description(std::string(command.summary));
    app.footer("example:\n  " + std::string(command.example));
  }
}

void add_examples(CLI::App& app,
                  std::initializer_list<std::pair<std::string_view, std::string_view>> examples) {
  for (const auto& [name, example] : examples)
    app.get_subcommand(std::string(name))->footer("example:\n  " + std::string(example));
}

Result<bool> parse_options(CLI::App& app, Args args) {
  // CLI11 takes the words in reverse order.
  std::vector<std::string> words(args.rbegin(), args.rend());
  try {
    app.parse(words);
    return true;
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return false;
  } catch (const CLI::ParseError& error) {
    return Error{ErrorCode::InvalidInput, std::string(error.what()) + option_meant(app, args) +
                                              " (see " + app.get_name() + " --help)"};
  }
}

Status run_executable(std::string_view executable, const Command& command, Args args) {
  if (asks_for_help(args) && !is_beside_kcast(executable)) {
    // Not worth half a gigabyte, and a shell's completion asks at every Tab.
    std::cout << command.summary << "\n\nexample:\n  " << command.example << "\n\nits options are "
              << executable << "'s, which ./kcast fetches and builds at first use\n";
    return Unit{};
  }
  KCAST_TRY(const std::filesystem::path found, find_part(executable_dir(), executable));
  const std::string path = found.string();
  std::vector<std::string> words = {path, std::string(command.name)};
  words.insert(words.end(), args.begin(), args.end());
  ::execv(path.c_str(), exec_words(words).data());
  return Error{ErrorCode::Io, path + ": " + std::strerror(errno)};
}

Status run_executable(std::string_view executable, std::string_view command, Args args) {
  for (const Command& known : kCommands) {
    if (known.name == command) return run_executable(executable, known, args);
  }
  return Error{ErrorCode::Internal, "no command " + std::string(command)};
}

Status run_command(const Command& command, Args args) {
  for (const Runner& runner : runners()) {
    if (runner.name == command.name) return runner.run(args);
  }
  return run_executable(command.executable, command, args);
}

}  // namespace kcast::cli
