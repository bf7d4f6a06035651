// Qwen2 and Qwen2.5: Llama with biases on query, key and value.
#include <nlohmann/json.hpp>

#include "train/model/model_config.h"

namespace kcast::train {

Result<ModelConfig> qwen2_config(const nlohmann::json& json) {
  KCAST_TRY(ModelConfig config, llama_config(json));
  config.type = "qwen2";
  config.qkv_bias = true;
  config.out_bias = false;
  config.mlp_bias = false;
  if (json.value("use_sliding_window", false)) {
    // Only the layers from max_window_layers on would have it.
    return Error{ErrorCode::Unsupported, "config.json: use_sliding_window is not supported"};
  }
  return config;
}

}  // namespace kcast::train
