// What device code may call of the runtime: programmatic dependent launch, and the calls of
// dynamic parallelism. A kernel that a kernel launches is not followed, so these cost nothing.
//
// Clang takes these for calls in lambdas of host code, too, so that what allocates, copies or
// launches must not be among them.
#pragma once

__KC_DEV void cudaGridDependencySynchronize() {}
__KC_DEV void cudaTriggerProgrammaticLaunchCompletion() {}

#define __KC_DEVICE_CALL(name)             \
  template <class... A>                    \
  __KC_DEV cudaError_t name(const A&...) { \
    return cudaSuccess;                    \
  }
__KC_DEVICE_CALL(cudaDeviceSynchronize)
__KC_DEVICE_CALL(cudaGetLastError)
__KC_DEVICE_CALL(cudaPeekAtLastError)
__KC_DEVICE_CALL(cudaStreamCreateWithFlags)
__KC_DEVICE_CALL(cudaStreamDestroy)
__KC_DEVICE_CALL(cudaStreamWaitEvent)
__KC_DEVICE_CALL(cudaEventCreateWithFlags)
__KC_DEVICE_CALL(cudaEventRecord)
__KC_DEVICE_CALL(cudaEventDestroy)
__KC_DEVICE_CALL(cudaGraphSetConditional)
#undef __KC_DEVICE_CALL
__KC_DEV cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
