#include "train/device.h"

#include <c10/core/impl/VirtualGuardImpl.h>
#include <dlfcn.h>

#include <filesystem>

namespace kcast::train {

namespace {

// The folder of the LibTorch that this program runs with.
std::filesystem::path torch_folder() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&at::globalContext), &info) == 0) return {};
  return std::filesystem::path(info.dli_fname).parent_path();
}

}  // namespace

Result<at::Device> open_device(const std::string& name, int local_rank) {
  if (name == "cpu") return at::Device(at::kCPU);
  const std::string library = (torch_folder() / "libtorch_cuda.so").string();
  if (::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) {
    return Error{ErrorCode::Unsupported,
                 std::string("device cuda: ") + ::dlerror() +
                     "; run with a PyTorch that has its CUDA libraries, or with device cpu"};
  }
  try {
    at::globalContext().lazyInitDevice(at::kCUDA);
    const c10::impl::VirtualGuardImpl guard(at::kCUDA);
    if (guard.deviceCount() <= local_rank) {
      return Error{ErrorCode::Unsupported,
                   "device cuda: there are " + std::to_string(guard.deviceCount()) +
                       " GPUs, and this process wants number " + std::to_string(local_rank)};
    }
    const at::Device device(at::kCUDA, static_cast<c10::DeviceIndex>(local_rank));
    guard.setDevice(device);
    return device;
  } catch (const std::exception& error) {
    const std::string text = error.what();
    return Error{ErrorCode::Unsupported, "device cuda: " + text.substr(0, text.find('\n'))};
  }
}

}  // namespace kcast::train
