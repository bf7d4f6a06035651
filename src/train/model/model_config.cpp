#include "train/model/model_config.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/files.h"

namespace kcast::train {

namespace {

using Json = nlohmann::json;

Error bad_model(const std::string& why) {
  return Error{ErrorCode::InvalidInput, "config.json: " + why};
}

Error unsupported_model(const std::string& why) {
  return Error{ErrorCode::Unsupported, "config.json: " + why};
}

}  // namespace

std::vector<double> Rotary::frequencies() const {
  std::vector<double> result;
  const double low_wavelength = original_positions / low_freq_factor;
  const double high_wavelength = original_positions / high_freq_factor;
  for (int64_t pair = 0; pair < dim / 2; ++pair) {
    double f = 1.0 / std::pow(theta, 2.0 * static_cast<double>(pair) / static_cast<double>(dim));
    if (factor != 1) {
      const double wavelength = 2 * std::numbers::pi / f;
      if (wavelength > low_wavelength) {
        f /= factor;
      } else if (wavelength > high_wavelength) {
        const double smooth = (original_positions / wavelength - low_freq_factor) /
                              (high_freq_factor - low_freq_factor);
        f = (1 - smooth) * f / factor + smooth * f;
      }
    }
    result.push_back(f);
  }
  return result;
}

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
    return unsupported_model("rope_type '" + type +
                             "' is not supported; there are: default, llama3");
  }
  rotary.factor = scaling.value("factor", 8.0);
  rotary.low_freq_factor = scaling.value("low_freq_factor", 1.0);
  rotary.high_freq_factor = scaling.value("high_freq_factor", 4.0);
  rotary.original_positions =
      scaling.value("original_max_position_embeddings", rotary.original_positions);
  return rotary;
}

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

Result<ModelConfig> read_llama_sizes(const Json& json) {
  ModelConfig config;
  config.vocab = json.at("vocab_size");
  config.width = json.at("hidden_size");
  config.n_layers = json.at("num_hidden_layers");
  config.n_heads = json.at("num_attention_heads");
  config.n_kv_heads = json.value("num_key_value_heads", config.n_heads);
  if (config.n_heads <= 0 || config.n_kv_heads <= 0 || config.n_heads % config.n_kv_heads != 0) {
    return bad_model("num_attention_heads must be a multiple of num_key_value_heads");
  }
  config.head_dim = config.width / config.n_heads;
  if (json.contains("head_dim") && json["head_dim"].is_number()) config.head_dim = json["head_dim"];
  config.mlp_width = json.at("intermediate_size");
  config.max_positions = json.value("max_position_embeddings", int64_t{2048});
  config.init_std = json.value("initializer_range", 0.02);
  KCAST_TRY(config.rotary, read_rotary(json, config.head_dim, config.max_positions));
  return config;
}

Result<ModelConfig> parse_model_config(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return bad_model("not a JSON object");
  const std::string type = json.value("model_type", "");
  try {
    Result<ModelConfig> config = unsupported_model(
        "model_type '" + type + "' is not supported; there are: llama, qwen2, codegen, starcoder2");
    if (type == "llama") config = llama_config(json);
    if (type == "qwen2") config = qwen2_config(json);
    if (type == "codegen") config = codegen_config(json);
    if (type == "starcoder2") config = starcoder2_config(json);
    if (config && (config->vocab <= 0 || config->width <= 0 || config->n_layers <= 0 ||
                   config->n_heads <= 0 || config->head_dim <= 0 || config->mlp_width <= 0)) {
      return bad_model("sizes must be positive");
    }
    if (config && (config->rotary.dim <= 0 || config->rotary.dim % 2 != 0 ||
                   config->rotary.dim > config->head_dim)) {
      return bad_model("the rotary dimension must be even and at most the head's");
    }
    return config;
  } catch (const Json::exception& error) {
    return bad_model(error.what());
  }
}

Result<ModelConfig> read_model_config(const std::filesystem::path& folder) {
  KCAST_TRY(const std::string text, read_file(folder / "config.json"));
  auto config = parse_model_config(text);
  if (!config) return std::move(config).error().context(folder.string());
  return config;
}

}  // namespace kcast::train
