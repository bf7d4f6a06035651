#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Philox4x32-10 keyed by a seed; the counter is the index of the float4 that is written.
// Box-Muller on two pairs gives four normals.

__device__ __forceinline__ uint4 philox(uint4 c, uint2 k)
{
#pragma unroll
  for (int r = 0; r < 10; ++r) {
    unsigned lo0 = 0xD2511F53u * c.x, hi0 = __umulhi(0xD2511F53u, c.x);
    unsigned lo1 = 0xCD9E8D57u * c.z, hi1 = __umulhi(0xCD9E8D57u, c.z);
    c = make_uint4(hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0);
    k.x += 0x9E3779B9u;
    k.y += 0xBB67AE85u;
  }
  return c;
}

__device__ __forceinline__ float2 boxMuller(unsigned a, unsigned b)
{
  float u = fmaf(a, 2.3283064e-10f, 1.1641532e-10f);
  float v = b * 2.3283064e-10f * 6.2831853f;
  float r = sqrtf(-2.0f * __logf(u));
  float s, c;
  __sincosf(v, &s, &c);
  return make_float2(r * c, r * s);
}

__global__ void fillNormal(float4* out, int n4, uint2 seed, float mean, float sigma)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  uint4 bits = philox(make_uint4(i, 0, 0, 0), seed);
  float2 p = boxMuller(bits.x, bits.y);
  float2 q = boxMuller(bits.z, bits.w);
  out[i] = make_float4(mean + sigma * p.x, mean + sigma * p.y, mean + sigma * q.x, mean + sigma * q.y);
}

int main()
{
  const int n = 16 << 20;
  float4* d;
  cudaMalloc(&d, n * sizeof(float));
  fillNormal<<<n / 4 / 256, 256>>>(d, n / 4, make_uint2(1234u, 5678u), 0.0f, 1.0f);

  std::vector<float> x(n);
  cudaMemcpy(x.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  double m1 = 0, m2 = 0, m4 = 0;
  for (float v : x) {
    m1 += v;
    m2 += (double)v * v;
    m4 += (double)v * v * v * v;
  }
  printf("mean %.5f  variance %.5f  kurtosis %.4f\n", m1 / n, m2 / n, m4 / n);
  cudaFree(d);
  return 0;
}
