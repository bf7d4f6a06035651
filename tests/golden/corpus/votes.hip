#include <hip/hip_runtime.h>

__global__ void votes(const int* __restrict__ x, unsigned int* __restrict__ y, int* __restrict__ z,
    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = (i < n) ? x[i] : 0;
  unsigned int m = (unsigned int)__ballot(v > 4);
  int before = __popc(m & ((1u << (threadIdx.x & 31)) - 1u));
  if (__any(v < 0)) {
    before += __shfl(v, 0);
  }
  if (__all(v > 0)) {
    before += __shfl_xor(v, 16) + __shfl_up(v, 1, 16);
  }
  __builtin_amdgcn_wave_barrier();
  __threadfence();
  if (i < n) {
    y[i] = m + (unsigned int)warpSize;
    z[i] = before;
  }
}
