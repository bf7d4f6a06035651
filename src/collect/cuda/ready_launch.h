// A launch made ready for the GPU: its buffers placed in one piece of memory, which all launches
// share one after the other, and its parameters' bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "collect/cuda/device.h"
#include "collect/launch_plan.h"

namespace kcast::collect {

// Device memory that grows to the largest launch.
class Arena {
 public:
  explicit Arena(const CudaDevice& device) : device_(device) {}
  // At least `bytes`; what was there before is gone if it had to grow.
  Result<CUdeviceptr> reserve(int64_t bytes);
  // As much as there is, at most so much.
  Status reserve_up_to(int64_t bytes);
  int64_t bytes() const { return bytes_; }

 private:
  const CudaDevice& device_;
  std::unique_ptr<DeviceMemory> memory_;
  int64_t bytes_ = 0;
};

struct ReadyLaunch {
  LaunchPlan plan;
  std::vector<CUdeviceptr> buffers;
  std::vector<void*> parameters;
  GridShape shape;
  std::vector<DeviceVariable> zeroed;  // variables of the kernel's module

  size_t fills() const;  // kernels that fill the buffers and variables
};

Result<ReadyLaunch> make_ready(const Launch& launch, const LoadedKernel& kernel);
// Gives the buffers their addresses.
void place_buffers(ReadyLaunch& ready, CUdeviceptr arena);

// Enqueues the filling of all buffers and variables.
Status fill_buffers(CudaDevice& device, const ReadyLaunch& ready);
// Of the variables alone: launches of a kernel share them, wherever their buffers are.
Status zero_variables(CudaDevice& device, const ReadyLaunch& ready);

}  // namespace kcast::collect
