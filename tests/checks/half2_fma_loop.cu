#include <cuda_fp16.h>
extern "C" __global__ void half2_fma_loop(__half2* v, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half2 gain = __floats2half2_rn(0.5f, 0.25f);
  const __half2 bias = __float2half2_rn(1.0f);
  __half2 a = v[i], b = __hneg2(a);
  for (int s = 0; s < steps; ++s) {
    a = __hfma2(a, gain, bias);
    b = __hfma2(b, gain, a);
  }
  v[i] = __hadd2(a, b);
}
