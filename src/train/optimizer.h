// What is trained, as one flat vector: fp32 weights, gradients, and AdamW's two averages. Ranks of
// a data-parallel run each keep the averages of their part only (ZeRO-1).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "train/model/parameter.h"

namespace kcast::train {

struct AdamWOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double weight_decay = 0;
};

class Optimizer {
 public:
  // Moves the parameters into the flat vector and makes them trained. `rank` of `world` processes
  // updates its part; the others' parts come from them.
  Optimizer(const std::vector<Parameter*>& parameters, const AdamWOptions& options, int rank,
            int world);

  const Tensor& weights() const { return weights_; }      // fp32, padded to a multiple of world
  const Tensor& gradients() const { return gradients_; }  // the same, summed over a step
  Tensor own_weights() const { return weights_.narrow(0, own_begin_, own_size_); }
  int64_t size() const { return size_; }  // without the padding
  int64_t own_size() const { return own_size_; }

  void zero_gradients() { gradients_.zero_(); }
  // The norm of all gradients, on their device: nobody waits for it here. Scales them down to
  // `limit` (0: never).
  Tensor clip(double limit);
  // One step of AdamW on the own part of the weights.
  void step(double learning_rate);
  // The weights that the forward pass computes with follow the fp32 ones.
  void refresh_values();

  // The averages of the own part, and the count of steps: for checkpoints.
  Tensor& first_average() { return first_; }
  Tensor& second_average() { return second_; }
  int64_t& steps() { return steps_; }

 private:
  AdamWOptions options_;
  int64_t size_ = 0;
  int64_t decayed_ = 0;  // the first so many numbers decay
  int64_t own_begin_ = 0;
  int64_t own_size_ = 0;
  int64_t steps_ = 0;
  Tensor weights_;
  Tensor gradients_;
  Tensor values_;  // in the model's type; undefined where that is fp32
  Tensor first_;
  Tensor second_;
};

}  // namespace kcast::train
