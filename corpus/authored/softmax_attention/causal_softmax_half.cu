#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

// In-place causal softmax over fp16 attention scores [heads, T, T].
// One warp per query row; columns to the right of the diagonal become zero.
__global__ void causalSoftmaxInplace(__half2* scores, int T, float invTemp)
{
  const int lane = threadIdx.x % warpSize;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  const int q = row % T;
  __half2* s = scores + (size_t)row * (T / 2);

  float best = -65504.f;
  for (int c = lane; 2 * c <= q; c += warpSize) {
    float2 v = __half22float2(s[c]);
    best = fmaxf(best, v.x * invTemp);
    if (2 * c + 1 <= q) best = fmaxf(best, v.y * invTemp);
  }
  for (int o = 16; o; o /= 2) best = fmaxf(best, __shfl_xor_sync(~0u, best, o));

  float denom = 0.f;
  for (int c = lane; 2 * c <= q; c += warpSize) {
    float2 v = __half22float2(s[c]);
    denom += __expf(v.x * invTemp - best);
    if (2 * c + 1 <= q) denom += __expf(v.y * invTemp - best);
  }
  for (int o = 16; o; o /= 2) denom += __shfl_xor_sync(~0u, denom, o);
  const float r = 1.f / denom;

  for (int c = lane; c < T / 2; c += warpSize) {
    float2 v = __half22float2(s[c]);
    float lo = 2 * c <= q ? __expf(v.x * invTemp - best) * r : 0.f;
    float hi = 2 * c + 1 <= q ? __expf(v.y * invTemp - best) * r : 0.f;
    s[c] = __floats2half2_rn(lo, hi);
  }
}

int main()
{
  const int heads = 8, T = 512;
  const size_t count = (size_t)heads * T * T;
  std::vector<__half> host(count);
  unsigned lcg = 1u;
  for (size_t i = 0; i < count; ++i) {
    lcg = lcg * 69069u + 1u;
    host[i] = __float2half((lcg >> 16) / 8192.0f - 4.0f);
  }

  __half* dev;
  cudaMalloc(&dev, count * sizeof(__half));
  cudaMemcpy(dev, host.data(), count * sizeof(__half), cudaMemcpyHostToDevice);

  const int threads = 128;
  causalSoftmaxInplace<<<heads * T * 32 / threads, threads>>>(reinterpret_cast<__half2*>(dev), T, 0.125f);

  cudaMemcpy(host.data(), dev, count * sizeof(__half), cudaMemcpyDeviceToHost);
  float first = __half2float(host[0]), upper = __half2float(host[1]);
  printf("p[0][0]=%g (1) p[0][1]=%g (0)\n", first, upper);
  cudaFree(dev);
  return !(first == 1.0f && upper == 0.0f);
}
