#include <cuda_fp16.h>
extern "C" __global__ void half_scalar_sigmoid(const __half* x, __half* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const __half one = __float2half(1.0f);
    y[i] = __hdiv(one, __hadd(one, hexp(__hneg(x[i]))));
  }
}
