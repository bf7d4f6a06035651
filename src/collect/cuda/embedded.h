// The CUDA texts that travel inside the executable, named by their path below src/.
#pragma once

#include <span>

#include "base/named_text.h"

namespace kcast::collect {

std::span<const NamedText> embedded_cuda();

}  // namespace kcast::collect
