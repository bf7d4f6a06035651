// Activation checkpointing: a layer keeps its input alone and is computed a second time when its
// gradients are asked for.
#pragma once

#include <functional>

#include "train/model/attention.h"

namespace kcast::train {

using LayerFunction = std::function<Tensor(const Stream&, const Tensor&)>;

Tensor recompute_layer(LayerFunction layer, const Stream& stream, const Tensor& h);

}  // namespace kcast::train
