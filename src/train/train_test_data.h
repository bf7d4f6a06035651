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
#include "encode/token_shard.h"

namespace kcast::train {

inline std::filesystem::path fixture(const std::string& name) {
  return std::filesystem::path(KCAST_SOURCE_DIR) / "tests/data/train" / name;
}

struct TestShard {
  int samples = 64;
  uint64_t seed = 1;
  bool heads = false;  // targets, origin, features and labels, too
};

// Sample: the step 1..3, a first number, then the answer. The first two targets are known functions
// of both.
inline void write_test_shard(const std::filesystem::path& file, const TestShard& shard) {
  Rng rng(shard.seed);
  encode::ShardInfo info{.split = "train", .template_name = "test", .tokenizer = "test"};
  if (shard.heads) info.features = {"f"};
  auto writer = encode::ShardWriter::create(file, info);
  ASSERT_TRUE(writer) << writer.error().message;
  for (int s = 0; s < shard.samples; ++s) {
    const auto step = static_cast<int32_t>(rng.between(1, 3));
    auto token = static_cast<int32_t>(rng.between(10, 30));
    const int64_t length = rng.between(6, 20);
    encode::ShardSample sample{
        .id = "sample-" + std::to_string(s), .tokens = {90 + step, token}, .answer = 2};
    for (int64_t i = 0; i < length; ++i)
      sample.tokens.push_back(token = 10 + (token - 10 + step) % 40);
    const auto f = static_cast<float>(rng.unit());
    if (shard.heads) {
      const auto x = static_cast<float>(step);
      sample.targets[0] = 3 * x + 2 * f;
      sample.targets[1] = s % 4 == 0 ? NAN : -x;
      sample.origin[0] = 3 * x;
      sample.origin[1] = 0;
      sample.features = {f};
      sample.label = s % 5 == 0 ? -1 : (step == 3 ? 1 : 0);
    }
    ASSERT_TRUE(writer->add(sample));
  }
  ASSERT_TRUE(writer->finish());
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

}  // namespace kcast::train
