// Causal attention over a stream of tokens that holds several sequences end to end, with the rotary
// embedding in front of it: no padding anywhere, and a token never sees another sequence.
//
// Shapes: T tokens of the stream, H heads, D numbers of a head.
#pragma once

#include <memory>
#include <vector>

#include "train/model/model_config.h"
#include "train/torch.h"

namespace kcast::train {

// Keys and values of tokens that were computed before, for generation: one layer.
struct LayerCache {
  Tensor keys;    // [rows, capacity, kv heads, D]
  Tensor values;  // the same
};

// What the layers of one forward pass share.
struct Stream {
  Tensor ids;                    // [T] int64
  Tensor positions;              // [T] int64, from 0 in each sequence
  std::vector<int64_t> offsets;  // where sequences begin, and T
  Tensor cu_seqlens;             // the same as int32 on the device
  int64_t longest = 0;           // tokens of the longest sequence
  int64_t last_position = 0;     // the largest of positions
  Tensor cos;                    // [T, 1, rotary / 2], in the type of the model
  Tensor sin;                    // the same
  bool fresh = true;             // every sequence begins at position 0
  uint64_t dropout_seed = 0;     // 0: evaluation
  bool exact = false;            // attention by plain matrix products, whatever kernels there are

  // Generation: sequence i continues row i of the caches, one for each layer (`continue_cache`).
  std::vector<LayerCache>* cache = nullptr;
  Tensor slot;  // [T] where each token goes, in a cache as [rows * capacity]
  // Flash attention: where the rows of a cache begin, and how much of each is used.
  Tensor cu_cache;  // [rows + 1] int32
  Tensor used;      // [rows] int32
  // All other kernels: tokens of a row side by side, those of shorter rows padded.
  Tensor row;     // [T] the sequence of each token
  Tensor column;  // [T] which token of it in this pass
  Tensor mask;    // [rows, 1, longest, last_position + 1] what a token sees
};

// The stream of these sequences on the device of `like` and in its type.
Stream make_stream(const ModelConfig& config, const std::vector<std::vector<int32_t>>& sequences,
                   const Tensor& like);
// The same over ids that lie end to end; `first_positions` says where each sequence begins.
Stream make_stream(const ModelConfig& config, std::vector<int64_t> ids,
                   std::vector<int64_t> offsets, const std::vector<int64_t>& first_positions,
                   const Tensor& like);

// Makes the stream read and extend these caches, of which each row has so many tokens.
void continue_cache(Stream& stream, const ModelConfig& config,
                    const std::vector<int64_t>& first_positions, std::vector<LayerCache>* cache);

// qkv [T, (H + 2 kv) D] as the layer's matrix gives it; its memory is used for the turned queries
// and keys. Returns [T, H D].
Tensor attend(const ModelConfig& config, const Stream& stream, size_t layer, const Tensor& qkv);

}  // namespace kcast::train
