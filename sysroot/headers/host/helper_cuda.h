// The helper headers of the CUDA samples: checks succeed, and there is one device.
#ifndef KCAST_HELPER_CUDA_H
#define KCAST_HELPER_CUDA_H
#include <helper_string.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
template <class _T>
inline void check(_T, const char*, const char*, int) {}
template <class _T>
inline const char* _cudaGetErrorEnum(_T) {
  return "success";
}
// The call is made for what it does; its result is success.
#define checkCudaErrors(...) ((void)(__VA_ARGS__))
#define getLastCudaError(message) ((void)(message))
#define printLastCudaError(message) ((void)(message))
#define DEVICE_RESET
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
inline int ftoi(float value) { return (int)(value >= 0 ? value + 0.5f : value - 0.5f); }
inline int _ConvertSMVer2Cores(int, int) { return 128; }
inline const char* _ConvertSMVer2ArchName(int, int) { return "GPU"; }
inline int findCudaDevice(int, const char**) { return 0; }
inline int findCudaDevice(int, char**) { return 0; }
inline int gpuDeviceInit(int) { return 0; }
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findIntegratedGPU() { return -1; }
inline bool checkCudaCapabilities(int, int) { return true; }
#endif
