// The Llama family: Llama 2 and 3, SmolLM2, TinyLlama.
#include <nlohmann/json.hpp>

#include "train/model/model_config.h"

namespace kcast::train {

Result<ModelConfig> llama_config(const nlohmann::json& json) {
  KCAST_TRY(ModelConfig config, read_llama_sizes(json));
  config.type = "llama";
  config.norm = NormKind::Rms;
  config.norm_eps = json.value("rms_norm_eps", 1e-6);
  config.activation = Activation::SwiGlu;
  if (const std::string act = json.value("hidden_act", "silu"); act != "silu") {
    return Error{ErrorCode::Unsupported, "config.json: hidden_act '" + act + "' is not silu"};
  }
  config.tied = json.value("tie_word_embeddings", false);
  config.qkv_bias = json.value("attention_bias", false);
  config.out_bias = config.qkv_bias;
  config.mlp_bias = json.value("mlp_bias", false);
  config.names = llama_names();
  config.names.up = {"mlp.gate_proj", "mlp.up_proj"};
  config.names.down = "mlp.down_proj";
  return config;
}

}  // namespace kcast::train
