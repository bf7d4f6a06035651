#include <cuda_fp16.h>
extern "C" __global__ void rms_norm_half(const __half2* in, const __half2* scale, __half2* out, int pairs) {
  __shared__ float warps[8];
  __shared__ float factor;
  const __half2* row = in + (size_t)blockIdx.x * pairs;
  float acc = 0.0f;
  for (int p = threadIdx.x; p < pairs; p += 256) {
    const float2 v = __half22float2(row[p]);
    acc += v.x * v.x + v.y * v.y;
  }
  for (int d = 16; d; d >>= 1) acc += __shfl_xor_sync(0xffffffff, acc, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = acc;
  __syncthreads();
  if (threadIdx.x < 8) {
    acc = warps[threadIdx.x];
    for (int d = 4; d; d >>= 1) acc += __shfl_xor_sync(0xff, acc, d);
    if (threadIdx.x == 0) factor = rsqrtf(acc / (2.0f * pairs) + 1e-6f);
  }
  __syncthreads();
  const __half2 f = __float2half2_rn(factor);
  for (int p = threadIdx.x; p < pairs; p += 256) out[(size_t)blockIdx.x * pairs + p] = __hmul2(__hmul2(row[p], f), scale[p]);
}
