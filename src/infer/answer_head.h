// A regression, hybrid or class head: a small network over a language model's hidden state.
//
// head.safetensors, as kcast-train writes it:
// 1. Metadata: "kind" (regression, hybrid, class), "pooling" (last, mean), "targets" and "features"
//    (names, separated by commas), "loss" (mse, quantile), "quantiles" (numbers, likewise; what
//    they say counts with the loss quantile only: else there is one value a target).
// 2. mlp.0.weight [out, in], mlp.0.bias [out], mlp.2.weight, ...: layers with GELU between them.
//    The input is the hidden state and behind it the features.
// 3. feature_mean, feature_scale, target_mean, target_scale: (x - mean) / scale of what goes in,
// and
//    the reverse of what comes out. Absent: nothing is scaled.
// The output is [targets, quantiles]; of a class head, a logit for each class.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "encode/model_pipe.h"
#include "infer/language_model.h"

namespace kcast::infer {

class AnswerHead {
 public:
  // Layers that do not fit each other are an error.
  static Result<AnswerHead> open(const std::filesystem::path& path);

  const encode::HeadInfo& info() const { return info_; }
  Pooling pooling() const { return pooling_; }

  // The outputs of the last layer, in the targets' own units. `features` has as many numbers as
  // the head has; what is not a number counts as average. A hybrid head adds `origin`, the estimate
  // for each target; where that is not a number, neither is the answer.
  Result<std::vector<float>> apply(std::span<const float> hidden, std::span<const float> features,
                                   std::span<const float> origin) const;

 private:
  struct Layer {
    size_t inputs = 0;
    size_t outputs = 0;
    std::vector<float> weight;  // [outputs, inputs]
    std::vector<float> bias;
  };

  std::filesystem::path path_;
  encode::HeadInfo info_;
  Pooling pooling_ = Pooling::Last;
  std::vector<Layer> layers_;
  std::vector<float> feature_mean_, feature_scale_, target_mean_, target_scale_;
};

}  // namespace kcast::infer
