// An OpenCL device and kernels built for it.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "collect/opencl/opencl_api.h"
#include "schema/sample.h"

namespace kcast::collect {

// A handle that is given back with the object.
class ClOwned {
 public:
  using Release = ClInt (*)(ClHandle);
  ClOwned() = default;
  ClOwned(ClHandle handle, Release release) : handle_(handle), release_(release) {}
  ClOwned(ClOwned&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), release_(other.release_) {}
  ClOwned& operator=(ClOwned&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~ClOwned() {
    if (handle_ != nullptr) release_(handle_);
  }
  ClHandle get() const { return handle_; }

 private:
  ClHandle handle_ = nullptr;
  Release release_ = nullptr;
};

// Context and queue live as long as the process.
struct ClDevice {
  const OpenCl* api = nullptr;
  ClHandle device = nullptr;
  ClHandle context = nullptr;
  ClHandle queue = nullptr;
  bool is_cpu = false;
  std::string name;
  std::string driver;
  std::string version;  // of OpenCL, in the driver's words
};

// The devices of all platforms are counted through; -1: the first GPU or, without one, the first
// device.
Result<ClDevice> open_cl_device(int index = -1);

struct ClKernel {
  ClOwned program;
  ClOwned kernel;
};

// May be called on several threads. The error holds what the compiler said.
Result<ClKernel> build_cl_kernel(const ClDevice& device, const KernelSource& source);

}  // namespace kcast::collect
