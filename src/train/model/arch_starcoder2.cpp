// StarCoder2: layer norms, biases, GELU, grouped queries, a sliding window.
#include <nlohmann/json.hpp>

#include "train/model/model_config.h"

namespace kcast::train {

Result<ModelConfig> starcoder2_config(const nlohmann::json& json) {
  KCAST_TRY(ModelConfig config, read_llama_sizes(json));
  config.type = "starcoder2";
  config.norm = NormKind::Layer;
  config.norm_eps = json.value("norm_epsilon", 1e-5);
  config.activation = Activation::GeluTanh;
  if (const std::string act = json.value("hidden_act", "gelu_pytorch_tanh"); act == "gelu") {
    config.activation = Activation::Gelu;
  } else if (act != "gelu_pytorch_tanh") {
    return Error{ErrorCode::Unsupported, "config.json: hidden_act '" + act + "' is not supported"};
  }
  config.tied = json.value("tie_word_embeddings", true);
  config.qkv_bias = json.value("use_bias", true);
  config.out_bias = config.qkv_bias;
  config.mlp_bias = config.qkv_bias;
  if (json.contains("sliding_window") && json["sliding_window"].is_number()) {
    config.window = json["sliding_window"];
  }
  config.names = llama_names();
  config.names.up = {"mlp.c_fc"};
  config.names.down = "mlp.c_proj";
  return config;
}

}  // namespace kcast::train
