// What a kernel's text says about counters that mean something only for some kernels.
#pragma once

#include <string_view>

namespace kcast::collect {

inline bool has_half_types(std::string_view source) {
  return source.find("half") != std::string_view::npos ||
         source.find("bfloat16") != std::string_view::npos;
}

// The pipe of the tensor cores runs half-precision instructions too, so that its counter alone
// does not tell.
inline bool has_matrix_code(std::string_view source) {
  for (const char* word : {"wmma", "mma_sync", "mma.sync"}) {
    if (source.find(word) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace kcast::collect
