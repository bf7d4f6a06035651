#include <cuda_bf16.h>
extern "C" __global__ void bf16_axpby(const __nv_bfloat16* __restrict__ x, __nv_bfloat16* __restrict__ y, float a, float b,
                                      long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = __float2bfloat16(a * __bfloat162float(x[i]) + b * __bfloat162float(y[i]));
}
