// NVIDIA's PTX in place of Clang's, and what ptxas says about it.
#pragma once

#include <set>
#include <string>

#include "base/result.h"
#include "frontend/parse/flags.h"
#include "frontend/request.h"
#include "frontend/toolkit/toolkit.h"
#include "schema/inspection.h"

namespace kcast::frontend {

// NVIDIA's compilers name what has internal linkage in their own way. Gives such
// kernels the names that `wanted` has for them.
std::string with_our_names(std::string ptx, const std::set<std::string>& wanted);

// Fills Kernel::resources by ptxas. With `take_ptx`, first replaces the PTX of CUDA and
// HIP modules: by NVRTC's of their slice, otherwise by nvcc's; where neither works
// Clang's stays. A warning in the diagnostics says what could not be had, and why.
// OpenCL modules keep Clang's PTX. With `disassemble` modules have a listing of what ptxas made.
Status apply_toolkit(const InspectRequest& request, const BuildSettings& settings,
                     const Toolkit& toolkit, Inspection& inspection, bool take_ptx,
                     bool disassemble = false);

}  // namespace kcast::frontend
