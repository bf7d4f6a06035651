// CUDA programs to HIP, token by token: headers, the runtime API, warp functions. Comments and
// strings stay as they are, and so does code that counts on warps of 32 lanes.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast::corpus {

// The HIP text, or an error that names what HIP has no counterpart for.
Result<std::string> hip_from_cuda(std::string_view cuda);

}  // namespace kcast::corpus
