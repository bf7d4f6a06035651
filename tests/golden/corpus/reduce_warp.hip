#include <hip/hip_runtime.h>

#define WARPS 8

__device__ float warp_sum(float v) {
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) {
    v += __shfl_down(v, d);
  }
  return v;
}

__global__ void __launch_bounds__(256) reduce(const float* __restrict__ x, float* __restrict__ y,
    int n) {
  __shared__ float part[WARPS];
  float v = 0.0f;

  // every grid is right: threads stride over the whole array
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    v += x[i];
  }
  v = warp_sum(v);
  if ((threadIdx.x & 31) == 0) {
    part[threadIdx.x >> 5] = v;
  }
  __syncthreads();
  if (threadIdx.x >> 5 == 0) {
    v = ((threadIdx.x & 31) < WARPS) ? part[(threadIdx.x & 31)] : 0.0f;
    v = warp_sum(v);
    if ((threadIdx.x & 31) == 0) {
      atomicAdd(&y[0], v);
    }
  }
}
