#include "cli/commands.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <iostream>

#include "base/child.h"
#include "base/files.h"

namespace kcast::cli {

namespace {

constexpr Command kCommands[] = {
    {.name = "predict",
     .summary = "predict time, counters and roofline class of GPU kernels",
     .example = "kcast predict examples/saxpy.cu --gpu h200 -D n=1e7 --svg roofline.svg",
     .run = cmd_predict},
    {.name = "diff",
     .summary = "compare the predictions of two versions; a gate for CI",
     .example = "kcast diff old.cu new.cu --fail-if 'time_us>+10%'",
     .run = cmd_diff},
    {.name = "rank",
     .summary = "sort versions of a kernel by their predicted time",
     .example = "kcast rank v1.cu v2.cu v3.cu --sweep block=64,128,256",
     .run = cmd_rank},
    {.name = "inspect",
     .summary = "show the kernels, launches and PTX of GPU source files",
     .example = "kcast inspect examples/saxpy.cu",
     .run = cmd_inspect},
    {.name = "corpus",
     .summary = "make kernels from recipes",
     .example = "kcast corpus show motif-1:reduction/warp:1 --language hip",
     .run = cmd_corpus},
    {.name = "collect",
     .summary = "measure launches on a GPU",
     .example = "kcast collect --device cuda --plan plan --out measured.db",
     .run = cmd_collect},
    {.name = "dataset",
     .summary = "merge, check, describe and export what was measured",
     .example = "kcast dataset export measured.db --out published",
     .run = cmd_dataset},
    {.name = "encode",
     .summary = "turn a data set into tokens for training",
     .example = "kcast encode datasets/h200-v1 --model tokenizer.json --out shards",
     .run = cmd_encode},
    {.name = "tokenizer",
     .summary = "make a vocabulary of kernels, and use it",
     .example = "kcast tokenizer train --out tokenizer.json",
     .run = cmd_tokenizer},
    {.name = "eval",
     .summary = "score predictions against what was measured",
     .example = "kcast eval measured.db --split family --predictions predictions.tsv",
     .run = cmd_eval},
    {.name = "gpus",
     .summary = "list the known GPUs, or show one with its sources",
     .example = "kcast gpus h200",
     .run = cmd_gpus},
    {.name = "roofline",
     .summary = "measure the ceilings of this machine's NVIDIA GPU",
     .example = "kcast roofline --gpu-file data/gpus/h200.json",
     .executable = "kcast-collect-cuda",
     .how_to_get = "run scripts/fetch cuda, then build kcast-collect-cuda"},
    {.name = "models",
     .summary = "list, fetch, check and convert language models",
     .example = "kcast models get qwen2.5-coder-0.5b",
     .executable = "kcast-llm",
     .how_to_get = "run scripts/fetch llama, then build kcast-llm"},
    {.name = "ask-model",
     .summary = "ask a language model what it says about GPU kernels",
     .example = "kcast ask-model --model qwen2.5-coder-0.5b examples/saxpy.cu",
     .run = cmd_ask_model},
    {.name = "answers",
     .summary = "answer a token shard on the CPU, read and compare answers",
     .example = "kcast answers ask shards/test.safetensors --model qwen2.5-coder-0.5b --out "
                "answers.jsonl",
     .executable = "kcast-answers",
     .how_to_get = "run scripts/fetch llama, then build kcast-answers"},
    {.name = "train",
     .summary = "fine-tune a language model, or train a head on it",
     .example = "kcast train config.json",
     .executable = "kcast-train",
     .how_to_get = "run scripts/fetch torch, then build kcast-train"},
    {.name = "completion",
     .summary = "print a completion script for bash, zsh or fish",
     .example = "source <(kcast completion bash)",
     .run = cmd_completion},
    {.name = "help",
     .summary = "show the commands, or one command's options",
     .example = "kcast help inspect",
     .run = cmd_help},
    {.name = "version",
     .summary = "print the version and what it was built with",
     .example = "kcast version",
     .run = cmd_version},
};

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
    return Error{ErrorCode::InvalidInput,
                 std::string(error.what()) + " (see " + app.get_name() + " --help)"};
  }
}

Status run_executable(const Command& command, Args args) {
  const std::string path = (executable_dir() / command.executable).string();
  std::vector<std::string> words = {path, std::string(command.name)};
  words.insert(words.end(), args.begin(), args.end());
  ::execv(path.c_str(), exec_words(words).data());
  if (errno == ENOENT) {
    return Error{ErrorCode::Unsupported, std::string(command.executable) +
                                             " is not beside kcast; " +
                                             std::string(command.how_to_get)};
  }
  return Error{ErrorCode::Io, path + ": " + std::strerror(errno)};
}

}  // namespace kcast::cli
