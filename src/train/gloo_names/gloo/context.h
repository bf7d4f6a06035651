// LibTorch's header of ProcessGroupGloo includes Gloo's, which no wheel has. It needs their names
// only: what uses them is compiled into libtorch_cpu.so. These files hold the names.
#pragma once

#include <chrono>

namespace gloo {

class Context {
 public:
  void setTimeout(std::chrono::milliseconds timeout);  // NOLINT(readability-identifier-naming)
};

}  // namespace gloo
