// A regression, hybrid or class head: a small network over a language model's hidden state.
//
// head.safetensors, as kcast-train writes it:
// 1. Metadata: "kind" (regression, hybrid, class), "pooling" (last, mean), "targets" and "features"
//    (names, separated by commas), "quantiles" (numbers, likewise; absent: one value a target).
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
#include "infer/language_model.h"

namespace kcast {

class AnswerHead {
 public:
  // Layers that do not fit each other are an error.
  static Result<AnswerHead> open(const std::filesystem::path& path);

  const std::string& kind() const { return kind_; }
  Pooling pooling() const { return pooling_; }
  const std::vector<std::string>& targets() const { return targets_; }
  const std::vector<std::string>& features() const { return features_; }
  const std::vector<float>& quantiles() const { return quantiles_; }

  // The outputs of the last layer, in the targets' own units. `features` has as many numbers as
  // features(); what is not a number counts as average. `origin` is added by a hybrid head, an
  // estimate for each target; what is not a number counts as 0.
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
  std::string kind_;
  Pooling pooling_ = Pooling::Last;
  std::vector<std::string> targets_;
  std::vector<std::string> features_;
  std::vector<float> quantiles_;
  std::vector<Layer> layers_;
  std::vector<float> feature_mean_, feature_scale_, target_mean_, target_scale_;
};

}  // namespace kcast
