// The HIP runtime API: the CUDA one under HIP's names, and what only HIP has.
#ifndef KCAST_HIP_RUNTIME_API_HOST_H
#define KCAST_HIP_RUNTIME_API_HOST_H
#include <__kcast_host.h>
#include <stdio.h>
#include <cstdlib>
#include <string.h>
#include <time.h>

typedef struct ihipStream_t* hipStream_t;
#define KCAST_API(name) hip##name
#define KCAST_NAME(name) "hip" #name
#define KCAST_ATTRIBUTE(name) hipDeviceAttribute##name
#define KCAST_DEVICE_PROPERTIES hipDeviceProp_t
// A wave has 32 or 64 lanes, which the device decides.
#define KCAST_WARP_SIZE __kcast_unknown<int>("prop.warpSize", "run-time query")
#define KCAST_ARCHITECTURE 900
#define __KCAST_API_attribute __kcast_hip_attribute
#include <__kcast_runtime_types.h>
#ifndef __KCAST_HAS_HIP_TEXTURE_TYPES
enum hipTextureAddressMode { hipAddressModeWrap, hipAddressModeClamp, hipAddressModeMirror, hipAddressModeBorder };
enum hipTextureFilterMode { hipFilterModePoint, hipFilterModeLinear };
enum hipTextureReadMode { hipReadModeElementType, hipReadModeNormalizedFloat };
typedef unsigned long long hipTextureObject_t;
typedef unsigned long long hipSurfaceObject_t;
#endif
#include <__kcast_runtime_texture.h>
#include <__kcast_runtime_calls.h>
#include <__kcast_runtime_texture_calls.h>
#include <__kcast_runtime_memory.h>
KCAST_NOTHING(Init)
KCAST_NEW_NUMBER(DeviceGet, 0)
KCAST_NEW_HANDLE(CtxCreate)
KCAST_NOTHING(CtxDestroy)
KCAST_NEW_HANDLE(ModuleLoad)
KCAST_NEW_HANDLE(ModuleLoadData)
KCAST_NEW_HANDLE(ModuleGetFunction)
KCAST_NOTHING(ModuleLaunchKernel)
KCAST_NOTHING(ModuleUnload)
#undef KCAST_NOTHING
#undef KCAST_NEW_HANDLE
#undef KCAST_NEW_NUMBER
#undef __KCAST_API_attribute
#undef KCAST_ARCHITECTURE
#undef KCAST_WARP_SIZE
#undef KCAST_DEVICE_PROPERTIES
#undef KCAST_ATTRIBUTE
#undef KCAST_NAME
#undef KCAST_API

#define hipErrorOutOfMemory hipErrorMemoryAllocation
#define hipErrorNotInitialized hipErrorInitializationError
#define hipDeviceAttributeMultiprocessorCount hipDeviceAttributeMultiProcessorCount
#define hipDeviceAttributeMemoryBusWidth hipDeviceAttributeGlobalMemoryBusWidth
#define hipDeviceAttributeSharedMemPerBlockOptin hipDeviceAttributeMaxSharedMemoryPerBlockOptin
typedef hipDeviceProp_t hipDeviceProp;
typedef hipPointerAttributes hipPointerAttribute_t;
typedef hipFuncCache hipFuncCache_t;
typedef hipUUID_t hipUUID;
typedef void* hipDeviceptr_t;
typedef int hipDevice_t;
typedef struct ihipCtx_t* hipCtx_t;
typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
struct hipIpcMemHandle_t {
  char reserved[64];
};

inline hipPitchedPtr make_hipPitchedPtr(void* p, size_t pitch, size_t xsize, size_t ysize) {
  return hipPitchedPtr{p, pitch, xsize, ysize};
}
inline hipExtent make_hipExtent(size_t width, size_t height, size_t depth) { return hipExtent{width, height, depth}; }
inline hipPos make_hipPos(size_t x, size_t y, size_t z) { return hipPos{x, y, z}; }
inline hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, size_t bytes) { return hipMemcpy(to, from, bytes, hipMemcpyHostToDevice); }
inline hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, size_t bytes) { return hipMemcpy(to, from, bytes, hipMemcpyDeviceToHost); }
inline hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) {
  return hipMemcpy(to, from, bytes, hipMemcpyDeviceToDevice);
}
inline hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind, hipStream_t) {
  return hipMemcpy(to, from, bytes, kind);
}
template <class _T>
inline hipError_t hipExtMallocWithFlags(_T** result, size_t bytes, unsigned) {
  return hipMalloc(result, bytes);
}
inline hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t n) { return hipMemset(to, value, n); }
inline hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t n) {
  __kcast_fill(to, &value, 4, n);
  return hipSuccess;
}
inline hipError_t hipDeviceGetName(char* name, int, hipDevice_t) {
  name[0] = 0;
  return hipSuccess;
}
#define HIP_SYMBOL(symbol) symbol
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define hipStreamDefault 0
#define hipStreamNonBlocking 1
#define hipStreamPerThread ((hipStream_t)2)
#define hipEventDefault 0
#define hipEventBlockingSync 1
#define hipEventDisableTiming 2
#define hipEventReleaseToDevice 0x40000000
#define hipHostMallocDefault 0
#define hipHostMallocPortable 1
#define hipHostMallocMapped 2
#define hipHostMallocWriteCombined 4
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipHostAllocDefault 0
#define hipHostAllocPortable 1
#define hipHostAllocMapped 2
#define hipHostRegisterDefault 0
#define hipHostRegisterMapped 2
#define hipMemAttachGlobal 1
#define hipMemAttachHost 2
#define hipDeviceScheduleAuto 0
#define hipDeviceScheduleSpin 1
#define hipDeviceMapHost 8
#define hipDeviceMallocDefault 0
#define hipDeviceMallocFinegrained 1
#define hipArrayDefault 0
#define hipCpuDeviceId ((int)-1)
#define hipOccupancyDefault 0
#endif
