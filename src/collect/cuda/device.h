// One GPU in use: context, memory, filling, flushing, launching, timing.
//
// An illegal access poisons the context: every later call fails, and the process must
// be given up. Callers that run strangers' kernels do so in a worker process.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/cuda/driver.h"
#include "collect/cuda/nvrtc.h"
#include "collect/launch_plan.h"
#include "collect/openmp_launch.h"

namespace kcast::collect {

// A variable of a module.
struct DeviceVariable {
  CUdeviceptr address = 0;
  size_t bytes = 0;
};

// A loaded module with one kernel.
class LoadedKernel {
 public:
  LoadedKernel(const Driver& driver, CUmodule module, CUfunction function)
      : driver_(driver), module_(module), function_(function) {}
  LoadedKernel(const LoadedKernel&) = delete;
  LoadedKernel& operator=(const LoadedKernel&) = delete;
  ~LoadedKernel() { driver_.cuModuleUnload(module_); }

  CUfunction function() const { return function_; }
  int attribute(CUfunction_attribute which) const;
  // Those that were asked for when it was compiled.
  const std::vector<DeviceVariable>& variables() const { return variables_; }
  Status find_variables(const std::vector<std::string>& symbols);
  // What a kernel of OpenMP needs of its launch environment; absent: it is none.
  const std::optional<TeamReduction>& team_reduction() const { return team_reduction_; }
  Status read_team_reduction(const std::string& kernel);

 private:
  const Driver& driver_;
  CUmodule module_;
  CUfunction function_;
  std::vector<DeviceVariable> variables_;
  std::optional<TeamReduction> team_reduction_;
};

struct GridShape {
  unsigned grid[3] = {1, 1, 1};
  unsigned block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  bool cooperative = false;  // all blocks at once, or the driver refuses it
};

// A range of device memory that is freed with its owner.
class DeviceMemory {
 public:
  DeviceMemory(const Driver& driver, CUdeviceptr address) : driver_(driver), address_(address) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() { driver_.cuMemFree(address_); }
  CUdeviceptr address() const { return address_; }

 private:
  const Driver& driver_;
  CUdeviceptr address_;
};

class CudaDevice {
 public:
  // The first GPU that the driver shows.
  static Result<std::unique_ptr<CudaDevice>> open();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;
  ~CudaDevice();

  const Driver& driver() const { return driver_; }
  const std::string& name() const { return name_; }
  const std::string& target() const { return target_; }  // "sm_90"
  int units() const { return units_; }
  CUcontext context() const { return context_; }
  std::string driver_version() const;  // "13.0": the CUDA version that it offers
  // "580.159.04", from the kernel module; "for CUDA 13.0" where that is hidden.
  std::string driver_release() const;

  Result<std::unique_ptr<LoadedKernel>> load(const CompiledKernel& compiled) const;
  // Compiles a text that travels inside the executable, or is made by it.
  Result<std::unique_ptr<LoadedKernel>> build(const std::string& name, const std::string& source,
                                              const std::string& kernel,
                                              std::vector<std::string> flags = {}) const;
  Result<std::unique_ptr<DeviceMemory>> allocate(int64_t bytes) const;

  // `parameters` point at the values, as cuLaunchKernel wants them.
  Status launch(const LoadedKernel& kernel, const GridShape& shape, void** parameters,
                CUstream stream = nullptr) const;
  Status synchronize() const;
  // The same between two events, in microseconds; waits for the end.
  Result<double> timed_launch(const LoadedKernel& kernel, const GridShape& shape,
                              void** parameters) const;

  // Writes the values of schema/fill.h into memory that starts at `base`.
  Status fill(CUdeviceptr base, const FillRange& range);
  // Puts L2 into the state of a cold start: reads a clean buffer of four times its size.
  Status flush_l2();

 private:
  CudaDevice(const Driver& driver, CUdevice device) : driver_(driver), device_(device) {}
  Status prepare();
  // The fill and the flush kernel, compiled on a thread while the context is made.
  void compile_own_kernels();

  const Driver& driver_;
  CUdevice device_;
  CUcontext context_ = nullptr;
  CUevent start_ = nullptr;
  CUevent end_ = nullptr;
  std::string name_;
  std::string target_;
  int units_ = 0;
  int64_t l2_bytes_ = 0;
  std::shared_future<Result<CompiledKernel>> compiled_fill_;
  std::shared_future<Result<CompiledKernel>> compiled_flush_;
  std::unique_ptr<LoadedKernel> fill_kernel_;
  std::unique_ptr<LoadedKernel> flush_kernel_;
  std::unique_ptr<DeviceMemory> flush_memory_;
};

}  // namespace kcast::collect
