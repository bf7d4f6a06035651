// y = residual + W f(x) + b + adapters(f(x)): a linear layer together with what stands in front of
// it and what it is added to. One autograd function, which keeps x and not f(x): the norm or the
// activation is computed again in the backward pass, which costs little time and saves a third of
// the activations.
#pragma once

#include "train/model/parameter.h"

namespace kcast::train {

// What is applied to x first. SwiGlu takes [T, 2 n], gate before up, to [T, n].
enum class Transform { None, Norm, SwiGlu, GeluTanh, Gelu };

struct ProjectionInput {
  Transform transform = Transform::None;
  const Norm* norm = nullptr;  // of Transform::Norm; must live as long as the graph
  uint64_t dropout_seed = 0;   // 0: no dropout, as when evaluating
};

// x [T, in], residual [T, out] or undefined. The linear layer must live as long as the graph.
Tensor project(const Linear& linear, const ProjectionInput& input, const Tensor& x,
               const Tensor& residual = {});

// The norm alone, with gradients; for the last one.
Tensor apply_norm(const Norm& norm, const Tensor& x);

// Rows of the embedding, in the type of the model.
Tensor embed(const Parameter& embedding, const Tensor& ids);

// What a trained parameter is computed with is a copy in the model's type: this is the gradient's
// way back to the fp32 one.
Tensor value_of(const Parameter& parameter);

}  // namespace kcast::train
