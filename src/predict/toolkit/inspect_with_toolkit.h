// A program by our front end, and its kernels by NVIDIA's compilers.
#pragma once

#include <atomic>

#include "base/result.h"
#include "frontend/frontend.h"
#include "frontend/toolkit/toolkit.h"
#include "schema/inspection.h"

namespace kcast::predict {

// PTX is NVRTC's, registers are those of ptxas; with `machine` machine code stands behind the PTX.
// The running program must begin with frontend::run_as_nvrtc_worker.
Result<Inspection> inspect_with_toolkit(frontend::Frontend& frontend,
                                        frontend::InspectRequest request,
                                        const frontend::Toolkit& toolkit, bool machine,
                                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace kcast::predict
