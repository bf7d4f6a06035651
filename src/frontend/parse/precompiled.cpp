#include "frontend/parse/precompiled.h"

namespace kcast::frontend {

// What the build made.
std::string_view embedded_precompiled_cuda();
std::string_view embedded_precompiled_hip();

std::string_view embedded_precompiled_header(std::string_view language) {
  if (language == "cuda") return embedded_precompiled_cuda();
  if (language == "hip") return embedded_precompiled_hip();
  return {};
}

}  // namespace kcast::frontend
