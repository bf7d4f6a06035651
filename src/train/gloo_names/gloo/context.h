// LibTorch's header of ProcessGroupGloo includes Gloo's, which no wheel has. It needs their names
// only: what uses them is compiled into libtorch_cpu.so. These files hold the names.
#pragma once

namespace gloo {
class Context;
}  // namespace gloo
