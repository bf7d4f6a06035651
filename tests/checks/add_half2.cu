#include <cuda_fp16.h>
extern "C" __global__ void add_half2(const __half2* __restrict__ a, const __half2* __restrict__ b,
                                     __half2* __restrict__ c, int n2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n2) c[i] = __hadd2(a[i], b[i]);
}
