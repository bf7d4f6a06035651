// The decoder-only language model of every architecture: token ids to hidden states. What differs
// between architectures is in ModelConfig.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "train/model/attention.h"
#include "train/model/parameter.h"

namespace kcast::train {

struct Layer {
  Norm norm1;
  Norm norm2;  // not there where attention and MLP share the first
  Linear qkv;
  Linear out;
  Linear up;
  Linear down;
};

struct Decoder {
  ModelConfig config;
  Parameter embedding;
  std::vector<Layer> layers;
  Norm final_norm;
  Parameter head;          // without a shape where it is the embedding
  Parameter head_bias;     // CodeGen only
  bool recompute = false;  // keep only what layers are given, and compute them again for gradients

  const Parameter& head_weight() const { return config.tied ? embedding : head; }
};

// Graphs hold addresses of the decoder's parts, so it stays where it is.
using DecoderPtr = std::unique_ptr<Decoder>;

struct DecoderOptions {
  at::ScalarType type = at::kFloat;
  at::Device device = at::kCPU;
};

// Every parameter has its place, none has a value yet.
DecoderPtr empty_decoder(const ModelConfig& config);

// The model of a Hugging Face folder. Tensors that are missing, too many or of another shape are
// errors that name them.
Result<DecoderPtr> load_decoder(const std::filesystem::path& folder, const DecoderOptions& options);

// Random weights: normal with the config's deviation, norms 1, biases 0.
DecoderPtr random_decoder(const ModelConfig& config, const DecoderOptions& options, uint64_t seed);

// Calls f with every parameter of the model itself, adapters not among them, in a fixed order.
void for_each_parameter(Decoder& decoder, const std::function<void(Parameter&)>& f);
// The same with every linear layer below the head.
void for_each_linear(Decoder& decoder, const std::function<void(Linear&)>& f);

// Hidden states [T, width] before the last norm.
Tensor forward(const Decoder& decoder, const Stream& stream);

// Logits of these rows of hidden states, for tests and generation.
Tensor logits_of(const Decoder& decoder, const Tensor& hidden);

// Writes the weights as model.safetensors, under the names they were read with.
Status save_weights(Decoder& decoder, const std::filesystem::path& file);

}  // namespace kcast::train
