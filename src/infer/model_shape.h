// What a language model's weights look like, in Hugging Face's words and in GGUF's: the numbers of
// its configuration, the names of its tensors, and the order of their rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "infer/gguf_file.h"

namespace kcast::infer {

class GgufWriter;

// RoPE scaling of Llama 3.1 and later.
struct Llama3Rope {
  double factor = 8;
  double low_freq_factor = 1;
  double high_freq_factor = 4;
  int64_t original_context = 8192;

  bool operator==(const Llama3Rope&) const = default;
};

struct ModelShape {
  std::string architecture;  // GGUF's name: llama, qwen2 or starcoder2
  int64_t layers = 0;
  int64_t hidden = 0;
  int64_t feed_forward = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;
  int64_t head_dim = 0;
  int64_t vocabulary = 0;
  int64_t context = 0;
  double rope_theta = 10000;
  double norm_epsilon = 1e-5;
  bool tied = false;            // the output layer is the embedding
  bool attention_bias = false;  // of q, k and v
  std::optional<Llama3Rope> rope;
  std::optional<int64_t> bos;
  std::optional<int64_t> eos;

  bool operator==(const ModelShape&) const = default;
};

// The shape that a GGUF file states. Architectures besides the three are Unsupported.
Result<ModelShape> shape_of_gguf(const GgufFile& file);

// The same of the text of a config.json; `path` is for messages.
Result<ModelShape> shape_of_config(std::string_view text, const std::string& path);

// The text of the config.json that transformers reads; `type` is bfloat16, float16 or float32.
std::string config_of_shape(const ModelShape& shape, std::string_view type);

// The shape as metadata of a GGUF file.
void write_shape(const ModelShape& shape, GgufWriter& writer);

// A tensor's name in the other layout ("blk.0.attn_q.weight", "model.layers.0.self_attn.q_proj.
// weight"); nothing for one that the architecture does not have.
std::optional<std::string> hugging_face_name(const ModelShape& shape, std::string_view gguf);
std::optional<std::string> gguf_name(const ModelShape& shape, std::string_view hugging_face);

// llama.cpp turns q and k of Llama models so that the two halves that RoPE turns together are
// neighbours. The number of heads whose rows are interleaved so; 0 for every other tensor.
int64_t interleaved_heads(const ModelShape& shape, std::string_view gguf_tensor);

// For a tensor of so many rows and interleaved heads: the row of the GGUF file that is row `row`
// of Hugging Face's, and the other way round.
int64_t gguf_row_of(int64_t row, int64_t rows, int64_t heads);
int64_t hugging_face_row_of(int64_t row, int64_t rows, int64_t heads);

// The tensor rope_freqs.weight: by what each frequency is divided.
std::vector<float> rope_factors(const ModelShape& shape);

}  // namespace kcast::infer
