// ptx: fma.rn.bf16 cvt.rn.bf16.f32
#include <cuda_bf16.h>

__global__ void scale_bf16(__nv_bfloat16* x, __nv_bfloat16 a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = __hfma(x[i], a, x[i]);
}

__global__ void to_bf16(const float* x, nv_bfloat16* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float2bfloat16(x[i]);
}

__global__ void from_pairs(const __nv_bfloat162* x, float* y) {
  float2 v = __bfloat1622float2(x[threadIdx.x]);
  y[threadIdx.x] = v.x * v.y + __bfloat162float(x[threadIdx.x].x);
}
