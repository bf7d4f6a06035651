// Weights of a model: a parameter may be several tensors of the checkpoint that are computed as one
// (query, key and value; gate and up), so that a layer is few large matrix products.
#pragma once

#include <string>
#include <vector>

#include "train/model/model_config.h"
#include "train/torch.h"

namespace kcast::train {

// One tensor of the checkpoint: so many rows of the parameter.
struct Part {
  std::string name;
  int64_t rows = 0;
};

struct Parameter {
  std::vector<Part> parts;
  std::vector<int64_t> shape;  // empty: there is no such parameter
  bool decays = false;         // weight decay pulls at it
  Tensor value;                // what the forward pass computes with; never requires a gradient
  Tensor master;               // fp32 leaf of a trained parameter; undefined when it is frozen

  bool exists() const { return !shape.empty(); }
  bool trained() const { return master.defined(); }
};

struct Norm {
  NormKind kind = NormKind::Rms;
  double eps = 1e-6;
  Parameter weight;
  Parameter bias;
};

// A module of the model as its checkpoint names it, and its rows of the fused matrix.
struct Module {
  std::string name;
  int64_t begin = 0;
  int64_t rows = 0;
};

// The second matrix of a LoRA adapter of one module; the first ones of a Linear are one parameter.
struct Adapter {
  Module module;
  Parameter b;  // [rows, rank]
};

struct Linear {
  std::vector<Module> modules;
  Parameter weight;  // [out, in]
  Parameter bias;    // [out], or none
  std::vector<Adapter> adapters;
  Parameter lora_a;  // [adapters * rank, in]
  int64_t rank = 0;
  double scaling = 1;  // alpha / rank
  double dropout = 0;  // of what the adapters read
};

}  // namespace kcast::train
