// Low-rank adapters on linear layers, and PEFT's folder of them: adapter_config.json and
// adapter_model.safetensors.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/model/decoder.h"

namespace kcast::train {

struct LoraConfig {
  int64_t rank = 8;
  double alpha = 16;
  double dropout = 0;
  // Modules by the last part of their name, as PEFT takes them; "all-linear" is every one of the
  // layers, not the head.
  std::vector<std::string> targets = {"all-linear"};

  bool operator==(const LoraConfig&) const = default;
};

// Adds adapters that change nothing yet: A uniform as PEFT draws it, B zero. A target that is no
// module of the model is an error that names those that are.
Status add_lora(Decoder& decoder, const LoraConfig& config, uint64_t seed);

// Every parameter of adapters, in a fixed order.
void for_each_lora(Decoder& decoder, const std::function<void(Parameter&)>& f);

// PEFT's folder, complete or not at all. `base` is what adapter_config.json names as its base.
Status save_lora(Decoder& decoder, const LoraConfig& config, const std::string& base,
                 const std::filesystem::path& folder);

// Adapters of a PEFT folder onto a model without any. One for another base, with kinds of adapters
// that are not supported, or with tensors too many or too few is an error.
Result<LoraConfig> load_lora(Decoder& decoder, const std::filesystem::path& folder);

}  // namespace kcast::train
