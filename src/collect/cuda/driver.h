// NVIDIA's driver, loaded at run time: links without a toolkit, runs where a driver is.
#pragma once

#include <cuda.h>

#include <string>

#include "base/result.h"

// Of cudaProfiler.h, which not every package of the headers has.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" CUresult CUDAAPI cuProfilerStart(void);
extern "C" CUresult CUDAAPI cuProfilerStop(void);
// NOLINTEND(readability-identifier-naming)

// Every function of the driver that the collectors call.
#define KCAST_DRIVER_FUNCTIONS(X) \
  X(cuInit)                       \
  X(cuDriverGetVersion)           \
  X(cuGetErrorString)             \
  X(cuDeviceGet)                  \
  X(cuDeviceGetName)              \
  X(cuDeviceGetAttribute)         \
  X(cuDevicePrimaryCtxRetain)     \
  X(cuDevicePrimaryCtxRelease)    \
  X(cuCtxSetCurrent)              \
  X(cuCtxSynchronize)             \
  X(cuModuleLoadData)             \
  X(cuModuleUnload)               \
  X(cuModuleGetFunction)          \
  X(cuModuleGetGlobal)            \
  X(cuFuncGetAttribute)           \
  X(cuFuncSetAttribute)           \
  X(cuLaunchKernel)               \
  X(cuLaunchCooperativeKernel)    \
  X(cuMemAlloc)                   \
  X(cuMemFree)                    \
  X(cuMemGetInfo)                 \
  X(cuMemcpyHtoD)                 \
  X(cuMemcpyDtoH)                 \
  X(cuMemsetD8)                   \
  X(cuEventCreate)                \
  X(cuEventDestroy)               \
  X(cuEventRecord)                \
  X(cuEventSynchronize)           \
  X(cuEventElapsedTime)           \
  X(cuStreamCreate)               \
  X(cuStreamDestroy)              \
  X(cuStreamSynchronize)          \
  X(cuStreamBeginCapture)         \
  X(cuStreamEndCapture)           \
  X(cuGraphInstantiateWithFlags)  \
  X(cuGraphLaunch)                \
  X(cuGraphExecDestroy)           \
  X(cuGraphDestroy)               \
  X(cuProfilerStart)              \
  X(cuProfilerStop)

namespace kcast::collect {

// The functions by name; cuda.h's macros choose the version of each.
struct Driver {
#define KCAST_DRIVER_FIELD(function) decltype(&::function) function = nullptr;
  // NOLINTNEXTLINE(readability-identifier-naming): NVIDIA's names.
  KCAST_DRIVER_FUNCTIONS(KCAST_DRIVER_FIELD)
#undef KCAST_DRIVER_FIELD
};

// Loads the driver once per process; the error says which file or function is missing.
Result<const Driver*> load_driver();

// The driver's words for a status, as an Error that says what was tried.
Error driver_error(const Driver& driver, CUresult status, const std::string& doing);

}  // namespace kcast::collect

// Calls a function of the driver; on failure returns the error from the enclosing function.
#define KCAST_CUDA(driver, function, ...)                                       \
  do {                                                                          \
    const CUresult kcast_status = (driver).function(__VA_ARGS__);               \
    if (kcast_status != CUDA_SUCCESS)                                           \
      return ::kcast::collect::driver_error((driver), kcast_status, #function); \
  } while (false)
