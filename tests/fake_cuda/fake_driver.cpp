// A stand-in for NVIDIA's driver, libcuda.so.1, for tests of the library that is put into
// applications: it loads that library as the driver does and tells CUPTI's stand-in of launches.
// Launches do nothing.
//
// FAKE_CUDA_SYNC=700: waiting for the GPU fails so.
#include <cuda.h>
#include <cupti_callbacks.h>
#include <cupti_driver_cbid.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

CUpti_CallbackFunc g_callback = nullptr;
void* g_userdata = nullptr;
void (*g_launched)() = nullptr;

// The parameters of cuLaunchKernel as CUPTI hands them on.
struct LaunchCall {
  CUfunction function;
  unsigned grid[3];
  unsigned block[3];
  unsigned shared;
  CUstream stream;
  void** parameters;
  void** extra;
};

void tell(CUpti_ApiCallbackSite site, LaunchCall& call, uint64_t& state, CUresult& result) {
  if (g_callback == nullptr) return;
  CUpti_CallbackData data;
  std::memset(&data, 0, sizeof(data));
  data.callbackSite = site;
  data.functionName = "cuLaunchKernel";
  data.functionParams = &call;
  data.functionReturnValue = &result;
  // A function is its name here.
  data.symbolName = reinterpret_cast<const char*>(call.function);
  data.context = reinterpret_cast<CUcontext>(&g_callback);
  data.correlationData = &state;
  g_callback(g_userdata, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, &data);
}

}  // namespace

extern "C" {

// CUPTI's stand-in calls it.
void fake_driver_subscribe(CUpti_CallbackFunc callback, void* userdata, void (*launched)()) {
  g_callback = callback;
  g_userdata = userdata;
  g_launched = launched;
}

CUresult cuInit(unsigned) {
  const char* path = std::getenv("CUDA_INJECTION64_PATH");
  if (path == nullptr) return CUDA_SUCCESS;
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "fake driver: %s\n", dlerror());
    return CUDA_ERROR_UNKNOWN;
  }
  reinterpret_cast<int (*)()>(dlsym(library, "InitializeInjection"))();
  return CUDA_SUCCESS;
}

// NOLINTNEXTLINE(readability-function-size): NVIDIA's.
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void** parameters, void** extra) {
  LaunchCall call = {
      function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, parameters,
      extra};
  uint64_t state = 0;
  CUresult result = block_x > 1024 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
  tell(CUPTI_API_ENTER, call, state, result);
  if (g_launched != nullptr) g_launched();
  // Launches of other threads get a chance to come in between.
  std::this_thread::yield();
  tell(CUPTI_API_EXIT, call, state, result);
  return result;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  *text = error == CUDA_ERROR_INVALID_VALUE ? "invalid argument" : "some error";
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  const char* status = std::getenv("FAKE_CUDA_SYNC");
  return status == nullptr ? CUDA_SUCCESS : static_cast<CUresult>(std::atoi(status));
}
CUresult cuDeviceGetName(char* name, int length, CUdevice) {
  std::snprintf(name, static_cast<size_t>(length), "NVIDIA H200");
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 9 : 0;
  return CUDA_SUCCESS;
}
// As if functions were kernels of a library, which the first function does not take.
CUresult cuFuncGetAttribute(int*, CUfunction_attribute, CUfunction) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel, CUdevice) {
  *value = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS ? 24 : 0;
  return CUDA_SUCCESS;
}
// Stream 3 is being captured.
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  *status = reinterpret_cast<uintptr_t>(stream) == 3 ? CU_STREAM_CAPTURE_STATUS_ACTIVE
                                                     : CU_STREAM_CAPTURE_STATUS_NONE;
  return CUDA_SUCCESS;
}

}  // extern "C"
