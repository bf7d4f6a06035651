// The part of LibTorch that this folder uses: tensors, their operators, autograd. It is compiled
// once (a precompiled header): the headers take most of a file's compile time.
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/grad_mode.h>

namespace kcast::train {
using at::Tensor;
}  // namespace kcast::train
