// The CUDA driver API. Its kernels are known by name only, so a launch through it is not followed.
#ifndef KCAST_CUDA_DRIVER_H
#define KCAST_CUDA_DRIVER_H
#define __cuda_cuda_h__
#include <__kcast_host.h>
#include <string.h>
enum CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
};
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef struct CUarray_st* CUarray;
typedef struct CUlinkState_st* CUlinkState;
typedef struct CUmemPool_st* CUmemoryPool;
typedef unsigned long long CUtexObject;
struct CUtensorMap {
  alignas(64) unsigned long long opaque[16];
};
typedef unsigned long long cuuint64_t;
typedef unsigned cuuint32_t;
enum CUdevice_attribute {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
  CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76
};
enum CUfunction_attribute { CU_FUNC_ATTRIBUTE_NUM_REGS = 4, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };
enum CUjit_option { CU_JIT_MAX_REGISTERS, CU_JIT_INFO_LOG_BUFFER = 3, CU_JIT_ERROR_LOG_BUFFER = 5 };
#define CU_CTX_SCHED_AUTO 0
#define CU_STREAM_DEFAULT 0
#define CU_STREAM_NON_BLOCKING 1
#define CU_EVENT_DEFAULT 0
#define CU_LAUNCH_PARAM_END ((void*)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void*)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void*)2)

inline CUresult cuMemAlloc(CUdeviceptr* result, size_t bytes) {
  *result = (CUdeviceptr)__kcast_device_alloc(bytes);
  return CUDA_SUCCESS;
}
inline CUresult cuMemAllocManaged(CUdeviceptr* result, size_t bytes, unsigned) { return cuMemAlloc(result, bytes); }
inline CUresult cuMemAllocHost(void** result, size_t bytes) {
  *result = __kcast_host_alloc(bytes);
  return CUDA_SUCCESS;
}
inline CUresult cuMemFree(CUdeviceptr p) {
  __kcast_free((void*)p);
  return CUDA_SUCCESS;
}
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  __kcast_copy((void*)to, from, bytes);
  return CUDA_SUCCESS;
}
inline CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  __kcast_copy(to, (const void*)from, bytes);
  return CUDA_SUCCESS;
}
inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  __kcast_copy((void*)to, (const void*)from, bytes);
  return CUDA_SUCCESS;
}
inline CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream) { return cuMemcpyHtoD(to, from, bytes); }
inline CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream) { return cuMemcpyDtoH(to, from, bytes); }
inline CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t n) {
  __kcast_set((void*)to, value, n);
  return CUDA_SUCCESS;
}
inline CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t n) {
  __kcast_fill((void*)to, &value, 4, n);
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetCount(int* count) {
  *count = 1;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGet(CUdevice* device, int) {
  *device = 0;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetName(char* name, int, CUdevice) {
  name[0] = 0;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  if (attribute == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK) *value = 1024;
  else if (attribute == CU_DEVICE_ATTRIBUTE_WARP_SIZE) *value = 32;
  else if (attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) *value = __kcast_unknown<int>("prop.multiProcessorCount", "run-time query");
  else *value = __kcast_unknown<int>("device attribute", "run-time query");
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceTotalMem(size_t* bytes, CUdevice) {
  *bytes = __kcast_unknown<size_t>("prop.totalGlobalMem", "run-time query");
  return CUDA_SUCCESS;
}
inline CUresult cuGetErrorString(CUresult, const char** text) {
  *text = "no error";
  return CUDA_SUCCESS;
}
inline CUresult cuGetErrorName(CUresult, const char** text) {
  *text = "CUDA_SUCCESS";
  return CUDA_SUCCESS;
}
inline CUresult cuEventElapsedTime(float* ms, CUevent, CUevent) {
  *ms = __kcast_unknown<float>("cuEventElapsedTime", "run-time query");
  return CUDA_SUCCESS;
}
// A runtime kernel handed over as a function handle is followed; one from a module has no code here.
inline CUresult cuLaunchKernel(CUfunction kernel, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                               unsigned shared_bytes, CUstream, void** arguments, void**) {
  __kcast_launch((const void*)kernel, dim3(gx, gy, gz), dim3(bx, by, bz), shared_bytes, arguments);
  return CUDA_SUCCESS;
}
#define KCAST_NOTHING(name)          \
  template <class... _A>             \
  inline CUresult name(_A&&...) {    \
    return CUDA_SUCCESS;             \
  }
#define KCAST_NEW_HANDLE(name)                 \
  template <class _T, class... _A>             \
  inline CUresult name(_T** result, _A&&...) { \
    *result = (_T*)__kcast_host_alloc(8);      \
    return CUDA_SUCCESS;                       \
  }
KCAST_NOTHING(cuInit)
KCAST_NEW_HANDLE(cuCtxCreate)
KCAST_NEW_HANDLE(cuDevicePrimaryCtxRetain)
KCAST_NEW_HANDLE(cuCtxGetCurrent)
KCAST_NEW_HANDLE(cuModuleLoad)
KCAST_NEW_HANDLE(cuModuleLoadData)
KCAST_NEW_HANDLE(cuModuleLoadDataEx)
KCAST_NEW_HANDLE(cuModuleGetFunction)
KCAST_NEW_HANDLE(cuStreamCreate)
KCAST_NEW_HANDLE(cuEventCreate)
KCAST_NOTHING(cuCtxSetCurrent)
KCAST_NOTHING(cuCtxDestroy)
KCAST_NOTHING(cuCtxSynchronize)
KCAST_NOTHING(cuDevicePrimaryCtxRelease)
KCAST_NOTHING(cuModuleUnload)
KCAST_NOTHING(cuModuleGetGlobal)
KCAST_NOTHING(cuStreamDestroy)
KCAST_NOTHING(cuStreamSynchronize)
KCAST_NOTHING(cuEventRecord)
KCAST_NOTHING(cuEventSynchronize)
KCAST_NOTHING(cuEventDestroy)
KCAST_NOTHING(cuFuncSetAttribute)
KCAST_NOTHING(cuFuncSetCacheConfig)
KCAST_NOTHING(cuMemFreeHost)
KCAST_NOTHING(cuDriverGetVersion)
KCAST_NOTHING(cuTensorMapEncodeTiled)
#undef KCAST_NOTHING
#undef KCAST_NEW_HANDLE
#endif
