// Answers of language models to the prompts of a token shard, as lines of JSON that `kcast eval
// --answers` reads (eval_answers.h): texts of what kcast-train generated, and answers of llama.cpp
// on the CPU.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace kcast::workflow {

// Tokens of kcast-train generate for the first samples of a shard.
struct TextsCommand {
  std::filesystem::path answers;  // safetensors
  std::filesystem::path shard;
  std::string model;  // whose tokens: a GGUF file, or a model's name
  std::filesystem::path out;
};
// How many.
Result<size_t> write_answer_texts(const TextsCommand& command);

// A model on the CPU answers the same prompts: the most likely token each time, without any help.
struct AskShardCommand {
  std::filesystem::path shard;
  std::string model;
  std::filesystem::path adapter;  // GGUF; empty: none
  std::filesystem::path out;
  size_t limit = 0;  // prompts; 0: all of the shard
  int most_tokens = 512;
  int context = 4096;
  int threads = 0;  // 0: all of the machine's
};
// Answers that are in the file are kept: an interrupted run goes on. How many there are in the end.
Result<size_t> ask_shard(const AskShardCommand& command);

}  // namespace kcast::workflow
