// What config.json of a Hugging Face folder says about a decoder-only language model, as data that
// the one implementation in decoder.h is run with. Adding an architecture is adding a function to
// architectures.cpp that fills this in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::train {

enum class NormKind { Rms, Layer };
enum class Activation { SwiGlu, GeluTanh, Gelu };

// Rotary position embedding.
struct Rotary {
  double theta = 10000;
  int64_t dim = 0;           // how many numbers of a head are turned
  bool interleaved = false;  // pairs (0,1), (2,3), ... as GPT-J; otherwise halves, as Llama
  // Llama 3's scaling of long wave lengths; factor 1 is none.
  double factor = 1;
  double low_freq_factor = 1;
  double high_freq_factor = 4;
  double original_positions = 8192;

  // The frequency of each pair.
  std::vector<double> frequencies() const;
};

// The names of the modules, below the prefix of the layer where they belong to one.
struct ModuleNames {
  std::string embedding;
  std::string layers;  // "model.layers." in front of the layer's number
  std::string final_norm;
  std::string head = "lm_head";
  std::string norm1;
  std::string norm2;             // empty: attention and MLP read the same norm, side by side
  std::vector<std::string> qkv;  // one module, or three that are computed as one
  std::string out;
  std::vector<std::string> up;  // one module, or gate and up
  std::string down;
};

struct ModelConfig {
  std::string type;  // "llama", "qwen2", "codegen", "starcoder2"
  int64_t vocab = 0;
  int64_t width = 0;
  int64_t n_layers = 0;
  int64_t n_heads = 0;
  int64_t n_kv_heads = 0;
  int64_t head_dim = 0;
  int64_t mlp_width = 0;
  int64_t max_positions = 0;
  NormKind norm = NormKind::Rms;
  double norm_eps = 1e-6;
  Activation activation = Activation::SwiGlu;
  Rotary rotary;
  int64_t window = 0;      // tokens that attention looks back; 0: all
  int64_t qkv_blocks = 0;  // CodeGen: qkv is so many blocks of query, value, key; 0: q, k, v
  bool tied = false;       // the head is the embedding
  bool qkv_bias = false;
  bool out_bias = false;
  bool mlp_bias = false;
  bool head_bias = false;
  double init_std = 0.02;
  ModuleNames names;

  int64_t q_rows() const { return n_heads * head_dim; }
  int64_t kv_rows() const { return n_kv_heads * head_dim; }
  bool parallel() const { return names.norm2.empty(); }
};

// config.json of a folder. An architecture that is not known, and a field that changes the result
// but is not supported, are errors that name it.
Result<ModelConfig> read_model_config(const std::filesystem::path& folder);
Result<ModelConfig> parse_model_config(const std::string& text);

}  // namespace kcast::train
