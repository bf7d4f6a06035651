// `kcast-train logits`: what a model says at every token of an answer that it is given, for
// comparisons with other implementations (kcast-llm logits). A safetensors file with
//   greedy I32 [S, K]: the likeliest token at each of the first K tokens of the answer; -1 behind
//     its end
//   logits F32 [S, K, P]: those of P tokens spread over the vocabulary (probe_tokens)
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace kcast::train {

struct LogitsCommand {
  std::filesystem::path base;
  std::filesystem::path adapter;  // empty: none
  std::filesystem::path shard;
  std::filesystem::path out;
  std::string device = "cpu";  // or cuda; in fp32 on both
  int64_t tokens = 32;         // of each answer
  int64_t limit = 0;           // samples; 0: all of the shard
};

// How many samples were written.
Result<size_t> run_logits(const LogitsCommand& command);

}  // namespace kcast::train
