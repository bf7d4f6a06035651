// A kernel from its source to where launches of it can be interpreted.
#pragma once

#include <functional>
#include <memory>

#include "analyze/analyze.h"
#include "base/result.h"
#include "frontend/request.h"
#include "schema/gpu/gpu.h"
#include "schema/inspection.h"
#include "schema/sample.h"

namespace kcast::launch {

struct ReadyKernel {
  Kernel kernel;
  std::shared_ptr<const analyze::PreparedKernel> prepared;
};

using Inspect = std::function<Result<Inspection>(const frontend::InspectRequest&)>;

// The kernel's source as the front end is asked for it.
frontend::InspectRequest request_for(const KernelSource& source, const Gpu& gpu);

// An error where the front end does not compile the kernel; its first complaint is in it.
Result<ReadyKernel> ready_kernel(const Inspect& inspect, const KernelSource& source,
                                 const Gpu& gpu);

}  // namespace kcast::launch
