#include "collect/cuda/inject/inject_driver.h"

#include <dlfcn.h>

namespace kcast::collect {

namespace {

// Two levels, so that cuda.h's macros are expanded first.
#define KCAST_INJECT_TEXT(symbol) #symbol
#define KCAST_INJECT_SYMBOL(symbol) KCAST_INJECT_TEXT(symbol)

int64_t attribute_of(const InjectDriver& driver, CUfunction function, CUdevice device,
                     CUfunction_attribute which) {
  int value = 0;
  if (driver.cuFuncGetAttribute(&value, which, function) == CUDA_SUCCESS) return value;
  CUkernel kernel = reinterpret_cast<CUkernel>(function);
  return driver.cuKernelGetAttribute(&value, which, kernel, device) == CUDA_SUCCESS ? value : 0;
}

}  // namespace

Result<InjectDriver> open_inject_driver() {
  void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{ErrorCode::Unsupported, "no NVIDIA driver on this machine (libcuda.so.1)"};
  }
  InjectDriver driver;
#define KCAST_INJECT_LOAD(function)                                                         \
  driver.function = reinterpret_cast<decltype(driver.function)>(                            \
      ::dlsym(library, KCAST_INJECT_SYMBOL(function)));                                     \
  if (driver.function == nullptr) {                                                         \
    return Error{ErrorCode::Unsupported,                                                    \
                 "the NVIDIA driver is too old: it has no " KCAST_INJECT_SYMBOL(function)}; \
  }
  KCAST_INJECT_DRIVER_FUNCTIONS(KCAST_INJECT_LOAD)
#undef KCAST_INJECT_LOAD
  return driver;
}

std::string cuda_error_text(const InjectDriver& driver, CUresult status) {
  const char* text = nullptr;
  if (driver.cuGetErrorString(status, &text) == CUDA_SUCCESS && text != nullptr) return text;
  return "CUDA error " + std::to_string(status);
}

bool is_capturing(const InjectDriver& driver, CUstream stream) {
  for (CUstream each : {stream, CUstream{CU_STREAM_LEGACY}}) {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    if (driver.cuStreamIsCapturing(each, &status) != CUDA_SUCCESS) return true;
    if (status != CU_STREAM_CAPTURE_STATUS_NONE) return true;
  }
  return false;
}

DeviceName device_name(const InjectDriver& driver, CUdevice device) {
  DeviceName out;
  char name[256] = {};
  if (driver.cuDeviceGetName(name, sizeof(name) - 1, device) == CUDA_SUCCESS) out.name = name;
  int major = 0;
  int minor = 0;
  if (driver.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) ==
          CUDA_SUCCESS &&
      driver.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device) ==
          CUDA_SUCCESS) {
    out.target = "sm_" + std::to_string(major) + std::to_string(minor);
  }
  return out;
}

FunctionUse function_use(const InjectDriver& driver, CUfunction function, CUdevice device) {
  return {
      .registers = attribute_of(driver, function, device, CU_FUNC_ATTRIBUTE_NUM_REGS),
      .static_shared_bytes =
          attribute_of(driver, function, device, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
      .local_bytes = attribute_of(driver, function, device, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)};
}

}  // namespace kcast::collect
