// What device code may call of the runtime: programmatic dependent launch, and the calls of
// dynamic parallelism. A kernel that a kernel launches is not followed, so these cost nothing.
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
__KC_DEVICE_CALL(cudaMemcpyAsync)
__KC_DEVICE_CALL(cudaMemcpy2DAsync)
__KC_DEVICE_CALL(cudaMemsetAsync)
__KC_DEVICE_CALL(cudaGraphLaunch)
__KC_DEVICE_CALL(cudaGraphSetConditional)
#undef __KC_DEVICE_CALL
__KC_DEV cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
template <class T>
__KC_DEV cudaError_t cudaMalloc(T** result, size_t bytes) {
  *result = (T*)malloc(bytes);
  return cudaSuccess;
}
__KC_DEV cudaError_t cudaFree(void* memory) {
  free(memory);
  return cudaSuccess;
}
