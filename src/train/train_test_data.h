// Token shards and configurations for tests: a language in which every token is the one before it
// plus a step that the prompt states.
#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/rng.h"
#include "train/weights.h"

namespace kcast {

inline std::filesystem::path fixture(const std::string& name) {
  return std::filesystem::path(KCAST_SOURCE_DIR) / "tests/data/train" / name;
}

struct TestShard {
  int samples = 64;
  uint64_t seed = 1;
  std::string format = "kcast-shard-1";
  bool heads = false;  // targets, origin, features and labels, too
};

// Sample: the step 1..3, a first number, then the answer. Targets are known functions of both.
inline void write_test_shard(const std::filesystem::path& file, const TestShard& shard) {
  Rng rng(shard.seed);
  std::vector<int32_t> tokens;
  std::vector<int64_t> offsets = {0};
  std::vector<int32_t> answer;
  std::vector<float> targets;
  std::vector<float> origin;
  std::vector<float> features;
  std::vector<int32_t> labels;
  for (int s = 0; s < shard.samples; ++s) {
    const auto step = static_cast<int32_t>(rng.between(1, 3));
    auto token = static_cast<int32_t>(rng.between(10, 30));
    const int64_t length = rng.between(6, 20);
    tokens.insert(tokens.end(), {90 + step, token});
    answer.push_back(2);
    for (int64_t i = 0; i < length; ++i)
      tokens.push_back(token = 10 + (token - 10 + step) % 40);
    offsets.push_back(static_cast<int64_t>(tokens.size()));
    const auto x = static_cast<float>(step);
    const auto f = static_cast<float>(rng.unit());
    targets.insert(targets.end(), {3 * x + 2 * f, s % 4 == 0 ? NAN : -x});
    origin.insert(origin.end(), {3 * x, 0});
    features.push_back(f);
    labels.push_back(s % 5 == 0 ? -1 : (step == 3 ? 1 : 0));
  }
  const auto n = static_cast<int64_t>(shard.samples);
  std::vector<std::pair<std::string, Tensor>> tensors = {
      {"tokens", at::tensor(at::ArrayRef<int32_t>(tokens), at::kInt)},
      {"offsets", at::tensor(at::ArrayRef<int64_t>(offsets), at::kLong)},
      {"answer", at::tensor(at::ArrayRef<int32_t>(answer), at::kInt)}};
  if (shard.heads) {
    tensors.emplace_back("targets", at::tensor(at::ArrayRef<float>(targets)).view({n, 2}));
    tensors.emplace_back("origin", at::tensor(at::ArrayRef<float>(origin)).view({n, 2}));
    tensors.emplace_back("features", at::tensor(at::ArrayRef<float>(features)).view({n, 1}));
    tensors.emplace_back("label", at::tensor(at::ArrayRef<int32_t>(labels), at::kInt));
  }
  ASSERT_TRUE(write_tensors(
      file, tensors,
      {{"format", shard.format}, {"tokenizer", "test"}, {"targets", "a,b"}, {"features", "f"}}));
}

// A run in this folder: LoRA on the tiny Llama, one pass a sample.
inline nlohmann::json test_config(const std::filesystem::path& folder) {
  return {{"base", fixture("llama").string()},
          {"out", (folder / "out").string()},
          {"train", {(folder / "train.safetensors").string()}},
          {"batch_size", 8},
          {"micro_tokens", 64},
          {"max_steps", 12},
          {"epochs", 1000},
          {"learning_rate", 0.01},
          {"save_every", 5},
          {"lora", {{"rank", 4}, {"alpha", 8}}}};
}

inline std::filesystem::path write_config(const std::filesystem::path& folder,
                                          const nlohmann::json& config,
                                          const std::string& name = "config.json") {
  std::ofstream(folder / name) << config.dump(2);
  return folder / name;
}

}  // namespace kcast
