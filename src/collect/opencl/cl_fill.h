// Buffers filled on the device, with the values of schema/fill.h.
#pragma once

#include "base/result.h"
#include "collect/launch_plan.h"
#include "collect/opencl/cl_device.h"

namespace kcast::collect {

class ClFill {
 public:
  // An error where the device has no doubles.
  static Result<ClFill> make(const ClDevice& device);

  // Enqueues the filling of a range of the buffer.
  Status fill(const ClDevice& device, ClHandle buffer, const FillRange& range) const;

 private:
  ClKernel kernel_;
};

// Compares what the device writes with the CPU, for every type and kind of fill; how many.
Result<int> check_cl_fill(const ClDevice& device);

}  // namespace kcast::collect
