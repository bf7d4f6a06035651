// kcast: --language hip
// A HIP source with the ending of CUDA.
#include <hip/hip_runtime.h>

__global__ void negate(int* v) { v[hipThreadIdx_x] = -v[hipThreadIdx_x]; }

void go() {
  int* v;
  hipMalloc(&v, 64 * sizeof(int));
  hipLaunchKernelGGL(negate, 1, 64, 0, 0, v);
}
