// The few functions of NVIDIA's driver that the library in an application calls. Apart from
// driver.h: it must not start the driver, which is being started when the library is loaded.
#pragma once

#include <cuda.h>

#include <string>

#include "base/result.h"
#include "collect/cuda/inject/launch_record.h"

#define KCAST_INJECT_DRIVER_FUNCTIONS(X) \
  X(cuGetErrorString)                    \
  X(cuCtxGetDevice)                      \
  X(cuCtxSynchronize)                    \
  X(cuDeviceGetName)                     \
  X(cuDeviceGetAttribute)                \
  X(cuFuncGetAttribute)                  \
  X(cuKernelGetAttribute)                \
  X(cuStreamIsCapturing)

namespace kcast::collect {

struct InjectDriver {
#define KCAST_INJECT_DRIVER_FIELD(function) decltype(&::function) function = nullptr;
  // NOLINTNEXTLINE(readability-identifier-naming): NVIDIA's names.
  KCAST_INJECT_DRIVER_FUNCTIONS(KCAST_INJECT_DRIVER_FIELD)
#undef KCAST_INJECT_DRIVER_FIELD
};

Result<InjectDriver> open_inject_driver();

std::string cuda_error_text(const InjectDriver& driver, CUresult status);

// A launch into a graph runs later, and whatever waits for the GPU would break the capture: of
// this stream, or of another that the default stream waits for.
bool is_capturing(const InjectDriver& driver, CUstream stream);

// Empty texts where the driver does not say.
DeviceName device_name(const InjectDriver& driver, CUdevice device);

// Zeros where the driver does not say. `function` may be a CUkernel, as launches allow.
FunctionUse function_use(const InjectDriver& driver, CUfunction function, CUdevice device);

}  // namespace kcast::collect
