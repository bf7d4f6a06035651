// Compares what the GPU writes into buffers with what the CPU's function says.
#pragma once

#include <string>

#include "base/result.h"
#include "collect/cuda/device.h"

namespace kcast::collect {

// Every element type with every kind of fill; the error names the first that differs.
// Returns how many buffers were compared.
Result<int> check_fill(CudaDevice& device);

}  // namespace kcast::collect
