// Heads that answer with numbers: an MLP on a pooled hidden state (regression, as LLMPerf), the
// same with the analysis features beside it and the analytic estimate as the origin (hybrid), and
// the roofline class. Kept as head.safetensors beside the adapter.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "encode/token_shard.h"
#include "train/model/decoder.h"
#include "train/model/head_config.h"

namespace kcast::train {

struct Head {
  HeadConfig config;
  std::string target_names;  // comma-separated, as in the shard
  std::string feature_names;
  int64_t n_targets = 0;
  int64_t n_features = 0;          // 0 unless hybrid
  std::vector<Parameter> weights;  // of the MLP's layers, fp32
  std::vector<Parameter> biases;
  // Inputs and answers are standardised by what the training samples are like.
  Tensor feature_mean;
  Tensor feature_scale;
  Tensor target_mean;  // hybrid: of target - origin
  Tensor target_scale;
};

// A head for these samples, with random weights. Shards without the tensors that it needs are
// errors.
Result<Head> make_head(const HeadConfig& config, const std::vector<encode::TokenShard>& shards,
                       int64_t width, at::Device device, uint64_t seed);
void for_each_head_parameter(Head& head, const std::function<void(Parameter&)>& f);

// What the samples of a pass say, one row each.
struct HeadRows {
  Tensor features;  // [S, F] standardised
  Tensor answers;   // [S, targets] standardised, NaN unknown
  Tensor labels;    // [S] int64, -1 unknown
};
struct SampleRef {
  const encode::TokenShard* shard = nullptr;
  size_t sample = 0;
};
HeadRows head_rows(const Head& head, const std::vector<SampleRef>& samples);

// How many answers of these samples are known: what a loss is a mean over.
int64_t known_answers(const Head& head, const std::vector<SampleRef>& samples);

// The MLP's outputs [S, ...] for a stream whose sequences are the samples.
Tensor head_outputs(const Head& head, const Decoder& decoder, const Stream& stream,
                    const Tensor& hidden, const Tensor& features);
// The sum over known answers: squared errors, pinball losses, or cross entropies.
Tensor head_loss(const Head& head, const Tensor& outputs, const HeadRows& rows);

// A class head that save_head wrote; others answer in kcast ask-model.
Result<Head> load_class_head(const std::filesystem::path& file, at::Device device);

Status save_head(const Head& head, const std::filesystem::path& file);

}  // namespace kcast::train
