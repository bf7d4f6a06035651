// Answers of language models to the prompts of a token shard, as lines of JSON that `kcast eval
// --answers` reads (eval_answers.h): texts of what kcast-train generated, answers of llama.cpp on
// the CPU, and the comparison of two such files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

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

// The answers that two files both have.
struct AnswerComparison {
  size_t samples = 0;     // in both
  size_t same_text = 0;   // letter by letter
  size_t readable = 0;    // samples of which both answers can be read
  size_t values = 0;      // numbers in those
  size_t same_value = 0;  // to the last digit
  size_t within_2 = 0;    // by at most 2 % of the larger
  size_t within_10 = 0;

  bool operator==(const AnswerComparison&) const = default;
};
Result<AnswerComparison> compare_answers(std::string_view first, std::string_view second,
                                         const std::string& form);
std::string comparison_text(const AnswerComparison& comparison);

}  // namespace kcast::workflow
