#include "collect/opencl/opencl_api.h"

#include <dlfcn.h>

namespace kcast::collect {

namespace {

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

Result<OpenCl> open_library() {
  void* library = ::dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{
        ErrorCode::Unsupported,
        "no OpenCL on this machine (libOpenCL.so.1); Debian's package is ocl-icd-libopencl1"};
  }
  OpenCl api;
#define KCAST_OPENCL_LOAD(function) find(library, #function, api.function)
  const bool complete =
      KCAST_OPENCL_LOAD(clGetPlatformIDs) && KCAST_OPENCL_LOAD(clGetDeviceIDs) &&
      KCAST_OPENCL_LOAD(clGetDeviceInfo) && KCAST_OPENCL_LOAD(clCreateContext) &&
      KCAST_OPENCL_LOAD(clCreateCommandQueue) && KCAST_OPENCL_LOAD(clCreateProgramWithSource) &&
      KCAST_OPENCL_LOAD(clBuildProgram) && KCAST_OPENCL_LOAD(clGetProgramBuildInfo) &&
      KCAST_OPENCL_LOAD(clCreateKernel) && KCAST_OPENCL_LOAD(clGetKernelArgInfo) &&
      KCAST_OPENCL_LOAD(clSetKernelArg) && KCAST_OPENCL_LOAD(clCreateBuffer) &&
      KCAST_OPENCL_LOAD(clEnqueueWriteBuffer) && KCAST_OPENCL_LOAD(clEnqueueReadBuffer) &&
      KCAST_OPENCL_LOAD(clEnqueueNDRangeKernel) && KCAST_OPENCL_LOAD(clGetEventInfo) &&
      KCAST_OPENCL_LOAD(clFinish) && KCAST_OPENCL_LOAD(clGetEventProfilingInfo) &&
      KCAST_OPENCL_LOAD(clReleaseEvent) && KCAST_OPENCL_LOAD(clReleaseMemObject) &&
      KCAST_OPENCL_LOAD(clReleaseKernel) && KCAST_OPENCL_LOAD(clReleaseProgram);
#undef KCAST_OPENCL_LOAD
  if (!complete) return Error{ErrorCode::Unsupported, "libOpenCL.so.1 lacks a function"};
  return api;
}

}  // namespace

Result<const OpenCl*> load_opencl() {
  static const Result<OpenCl> api = open_library();
  if (!api) return api.error();
  return &*api;
}

}  // namespace kcast::collect
