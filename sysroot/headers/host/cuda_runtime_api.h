// The CUDA runtime API, which nvcc gives every file. The C library comes with it, as in nvcc's own headers.
#ifndef KCAST_CUDA_RUNTIME_API_H
#define KCAST_CUDA_RUNTIME_API_H
#include <__kcast_host.h>
#include <driver_types.h>
#include <stdio.h>
#include <cstdlib>
#include <string.h>
#include <time.h>

#define KCAST_API(name) cuda##name
#define KCAST_NAME(name) "cuda" #name
#define KCAST_ATTRIBUTE(name) cudaDevAttr##name
#define KCAST_DEVICE_PROPERTIES cudaDeviceProp
#define KCAST_WARP_SIZE 32
#define __KCAST_API_attribute __kcast_cuda_attribute
#ifdef __CUDA_ARCH__
#define KCAST_ARCHITECTURE __CUDA_ARCH__
#else
#define KCAST_ARCHITECTURE 900
#endif
#include <__kcast_runtime_calls.h>
#include <__kcast_runtime_texture_calls.h>
#include <__kcast_runtime_memory.h>
#undef __KCAST_API_attribute
#undef KCAST_ARCHITECTURE
#undef KCAST_WARP_SIZE
#undef KCAST_DEVICE_PROPERTIES
#undef KCAST_ATTRIBUTE
#undef KCAST_NAME
#undef KCAST_API
#undef KCAST_NOTHING
#undef KCAST_NEW_HANDLE
#undef KCAST_NEW_NUMBER

inline cudaPitchedPtr make_cudaPitchedPtr(void* p, size_t pitch, size_t xsize, size_t ysize) {
  return cudaPitchedPtr{p, pitch, xsize, ysize};
}
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return cudaExtent{width, height, depth}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }

// The parameters are taken by value in the kernel's own types, because the kernel receives them converted.
template <class... _P>
inline cudaError_t __kcast_launch_values(const cudaLaunchConfig_t* config, void (*kernel)(_P...), _P... values) {
  void* arguments[sizeof...(_P) + 1] = {(void*)&values..., nullptr};
  __kcast_launch((const void*)kernel, config->gridDim, config->blockDim, config->dynamicSmemBytes, arguments);
  return cudaSuccess;
}
template <class... _P, class... _A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(_P...), _A&&... values) {
  return __kcast_launch_values<_P...>(config, kernel, static_cast<_A&&>(values)...);
}
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  __kcast_launch(kernel, config->gridDim, config->blockDim, config->dynamicSmemBytes, arguments);
  return cudaSuccess;
}
template <class _F>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, _F&&, const cudaLaunchConfig_t*) {
  *size = 8;
  return cudaSuccess;
}
template <class _F>
inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, _F&&, const cudaLaunchConfig_t*) {
  *clusters = __kcast_unknown<int>("active clusters", "run-time query");
  return cudaSuccess;
}
#endif
