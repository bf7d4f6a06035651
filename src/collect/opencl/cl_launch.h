// Launches on an OpenCL device.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "collect/launch_plan.h"
#include "collect/opencl/cl_device.h"
#include "collect/opencl/cl_fill.h"
#include "schema/sample.h"

namespace kcast::collect {

// The buffers of one launch. The kernel must outlive it.
class ClLaunch {
 public:
  // Buffers are filled by the device where `fill` is given, otherwise by the CPU.
  ClLaunch(const ClDevice& device, const ClKernel& kernel, const Launch& launch,
           const ClFill* fill = nullptr);

  // In this order: sizes and types, memory, arguments.
  Status plan();
  Status allocate();
  Status set_arguments();

  // Fills the buffers that the kernel may write; all of them the first time.
  Status fill();
  // The event of the launch, which is not waited for.
  Result<ClOwned> enqueue();
  // Microseconds, once it has run.
  Result<double> finish(const ClOwned& event);
  // What a buffer of the plan holds now.
  Result<std::vector<unsigned char>> read(size_t buffer);

  const LaunchPlan& planned() const { return plan_; }
  // As it was filled by the CPU.
  const std::vector<unsigned char>& initial(size_t buffer) const { return contents_[buffer]; }

 private:
  bool is_read_only(size_t buffer) const;
  Status fill_buffer(size_t buffer);

  const ClDevice& device_;
  const ClKernel& kernel_;
  const Launch& launch_;
  const ClFill* fill_;
  LaunchPlan plan_;
  std::vector<ClOwned> buffers_;
  std::vector<std::vector<unsigned char>> contents_;
  bool filled_ = false;
};

// Empties a GPU's L2 by reading more than it holds.
class ClFlush {
 public:
  static Result<ClFlush> make(const ClDevice& device);
  Status run(const ClDevice& device) const;

 private:
  ClKernel kernel_;
  ClOwned buffer_;
  ClOwned out_;
};

}  // namespace kcast::collect
