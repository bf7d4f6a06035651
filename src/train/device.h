// The device that a run computes on.
#pragma once

#include <string>

#include "base/result.h"
#include "train/torch.h"

namespace kcast::train {

// Loads LibTorch's CUDA half and chooses the GPU. CPU: nothing to do.
Result<at::Device> open_device(const std::string& name, int local_rank);

}  // namespace kcast::train
