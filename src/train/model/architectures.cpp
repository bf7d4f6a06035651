#include "train/model/architectures.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace kcast::train {

namespace {

using Json = nlohmann::json;

Result<Rotary> read_rotary(const Json& json, int64_t head_dim, int64_t max_positions) {
  Rotary rotary;
  rotary.dim = head_dim;
  rotary.theta = json.value("rope_theta", 10000.0);
  rotary.original_positions = static_cast<double>(max_positions);
  // Since version 5, transformers writes one object; before, the scaling was apart.
  Json scaling = json.value("rope_parameters", Json());
  if (!scaling.is_object()) scaling = json.value("rope_scaling", Json());
  if (!scaling.is_object()) return rotary;
  rotary.theta = scaling.value("rope_theta", rotary.theta);
  const std::string type = scaling.value("rope_type", scaling.value("type", "default"));
  if (type == "default") return rotary;
  if (type != "llama3") {
    return Error{ErrorCode::Unsupported, "config.json: rope_type '" + type +
                                             "' is not supported; there are: default, llama3"};
  }
  rotary.factor = scaling.value("factor", 8.0);
  rotary.low_freq_factor = scaling.value("low_freq_factor", 1.0);
  rotary.high_freq_factor = scaling.value("high_freq_factor", 4.0);
  rotary.original_positions =
      scaling.value("original_max_position_embeddings", rotary.original_positions);
  return rotary;
}

// Modules under Llama's names, its MLP apart.
ModuleNames llama_names() {
  return {.embedding = "model.embed_tokens",
          .layers = "model.layers.",
          .final_norm = "model.norm",
          .norm1 = "input_layernorm",
          .norm2 = "post_attention_layernorm",
          .qkv = {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"},
          .out = "self_attn.o_proj",
          .up = {},
          .down = ""};
}

// Sizes under Llama's names.
Result<ModelConfig> read_llama_sizes(const Json& json) {
  ModelConfig config;
  config.vocab = json.at("vocab_size");
  config.width = json.at("hidden_size");
  config.n_layers = json.at("num_hidden_layers");
  config.n_heads = json.at("num_attention_heads");
  config.n_kv_heads = json.value("num_key_value_heads", config.n_heads);
  if (config.n_heads <= 0 || config.n_kv_heads <= 0 || config.n_heads % config.n_kv_heads != 0) {
    return Error{ErrorCode::InvalidInput,
                 "config.json: num_attention_heads must be a multiple of num_key_value_heads"};
  }
  config.head_dim = config.width / config.n_heads;
  if (json.contains("head_dim") && json["head_dim"].is_number()) config.head_dim = json["head_dim"];
  config.mlp_width = json.at("intermediate_size");
  config.max_positions = json.value("max_position_embeddings", int64_t{2048});
  config.init_std = json.value("initializer_range", 0.02);
  KCAST_TRY(config.rotary, read_rotary(json, config.head_dim, config.max_positions));
  return config;
}

// The Llama family: Llama 2 and 3, SmolLM2, TinyLlama.
Result<ModelConfig> llama_config(const Json& json) {
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

// Qwen2 and Qwen2.5: Llama with biases on query, key and value.
Result<ModelConfig> qwen2_config(const Json& json) {
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

// CodeGen: attention and MLP side by side, GPT-J's rotary embedding, one qkv matrix in four blocks.
Result<ModelConfig> codegen_config(const Json& json) {
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

// StarCoder2: layer norms, biases, GELU, grouped queries, a sliding window.
Result<ModelConfig> starcoder2_config(const Json& json) {
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

}  // namespace

Result<ModelConfig> architecture_config(const std::string& type, const Json& json) {
  if (type == "llama") return llama_config(json);
  if (type == "qwen2") return qwen2_config(json);
  if (type == "codegen") return codegen_config(json);
  if (type == "starcoder2") return starcoder2_config(json);
  return Error{ErrorCode::Unsupported,
               "config.json: model_type '" + type +
                   "' is not supported; there are: llama, qwen2, codegen, starcoder2"};
}

}  // namespace kcast::train
