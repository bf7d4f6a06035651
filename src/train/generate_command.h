// `kcast-train generate`: answers of a model for the prompts of a token shard, as a safetensors
// file with tokens I32 [N] and offsets I64 [S+1]; with a class head classes I32 [S], and no tokens.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::train {

struct GenerateCommand {
  std::filesystem::path base;
  std::filesystem::path adapter;  // empty: none
  std::filesystem::path head;     // of classes, which are then the answers; empty: none
  std::filesystem::path shard;
  std::filesystem::path guide;  // empty: none
  std::filesystem::path out;
  std::string device = "cpu";
  std::string type = "fp32";
  int64_t max_new_tokens = 256;
  int64_t batch = 64;
  int64_t limit = 0;  // prompts; 0: all of the shard
  std::vector<int32_t> stop_tokens;
};

struct GenerateReport {
  size_t answers = 0;
  int64_t tokens = 0;
  double seconds = 0;  // of generating alone
};
Result<GenerateReport> run_generate(const GenerateCommand& command);

}  // namespace kcast::train
