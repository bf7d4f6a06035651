// How much shared memory a kernel has without asking for more at its launch.
#pragma once

#include <cstdint>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Static shared memory of a launch of `function`: its own, that of the functions it
// calls, and the variables of the module that they use. Dynamic memory comes after it.
int64_t static_shared_bytes(const Module& module, const Function& function);

}  // namespace kcast::ptx
