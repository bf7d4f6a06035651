// CodeGen: attention and MLP side by side, GPT-J's rotary embedding, one qkv matrix in four blocks.
#include <nlohmann/json.hpp>

#include "train/model/model_config.h"

namespace kcast::train {

Result<ModelConfig> codegen_config(const nlohmann::json& json) {
  ModelConfig config;
  config.type = "codegen";
  config.vocab = json.at("vocab_size");
  config.width = json.at("n_embd");
  config.n_layers = json.at("n_layer");
  config.n_heads = json.at("n_head");
  config.n_kv_heads = config.n_heads;
  // The published code splits the heads over the four cores of the TPU it was trained on.
  config.qkv_blocks = 4;
  if (config.n_heads <= 0 || config.n_heads % config.qkv_blocks != 0) {
    return Error{ErrorCode::InvalidInput, "config.json: n_head must be a multiple of 4"};
  }
  config.head_dim = config.width / config.n_heads;
  config.mlp_width = 4 * config.width;
  if (json.contains("n_inner") && json["n_inner"].is_number()) config.mlp_width = json["n_inner"];
  config.max_positions = json.value("n_positions", int64_t{2048});
  config.norm = NormKind::Layer;
  config.norm_eps = json.value("layer_norm_epsilon", 1e-5);
  config.activation = Activation::GeluTanh;
  if (const std::string act = json.value("activation_function", "gelu_new"); act != "gelu_new") {
    return Error{ErrorCode::Unsupported,
                 "config.json: activation_function '" + act + "' is not gelu_new"};
  }
  config.rotary.dim = json.value("rotary_dim", int64_t{64});
  config.rotary.interleaved = true;
  config.tied = json.value("tie_word_embeddings", false);
  config.mlp_bias = true;
  config.head_bias = true;
  config.init_std = json.value("initializer_range", 0.02);
  config.names = {.embedding = "transformer.wte",
                  .layers = "transformer.h.",
                  .final_norm = "transformer.ln_f",
                  .norm1 = "ln_1",
                  .norm2 = "",
                  .qkv = {"attn.qkv_proj"},
                  .out = "attn.out_proj",
                  .up = {"mlp.fc_in"},
                  .down = "mlp.fc_out"};
  return config;
}

}  // namespace kcast::train
