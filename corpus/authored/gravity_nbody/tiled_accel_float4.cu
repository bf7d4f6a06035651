#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

// All-pairs accelerations of a Plummer-like sphere. pos.w is the mass.

__device__ __forceinline__ float3 pull_towards(float3 a, const float4 src, const float4 me, const float eps2)
{
  const float rx = src.x - me.x, ry = src.y - me.y, rz = src.z - me.z;
  const float r2 = rx * rx + ry * ry + rz * rz + eps2;
  const float i1 = rsqrtf(r2);
  const float k = src.w * i1 * i1 * i1;
  a.x += k * rx;  a.y += k * ry;  a.z += k * rz;
  return a;
}

extern __shared__ float4 tile[];

__global__ void accelerations(const float4 *__restrict__ pos, float4 *__restrict__ acc, const int n, const float eps2)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = pos[i];
  float3 a = make_float3(0.f, 0.f, 0.f);
  for (int t = 0; t < n; t += blockDim.x) {
    tile[threadIdx.x] = pos[t + threadIdx.x];
    __syncthreads();
#pragma unroll 16
    for (int k = 0; k < blockDim.x; ++k)
      a = pull_towards(a, tile[k], me, eps2);
    __syncthreads();
  }
  acc[i] = make_float4(a.x, a.y, a.z, 0.f);
}

int main()
{
  const int n = 16384, p = 256;
  std::vector<float4> h(n);
  unsigned lcg = 42;
  auto uniform = [&lcg]() { lcg = lcg * 1664525u + 1013904223u; return (lcg >> 8) / 16777216.0f; };
  for (auto &b : h) {
    const float r = 1.f / std::sqrt(std::pow(uniform() * 0.98f + 0.01f, -2.f / 3.f) - 0.99f);
    const float c = 2.f * uniform() - 1.f, s = std::sqrt(1.f - c * c), phi = 6.2831853f * uniform();
    b = make_float4(r * s * std::cos(phi), r * s * std::sin(phi), r * c, 1.f / n);
  }
  float4 *pos, *acc;
  cudaMalloc(&pos, n * sizeof(float4));
  cudaMalloc(&acc, n * sizeof(float4));
  cudaMemcpy(pos, h.data(), n * sizeof(float4), cudaMemcpyHostToDevice);

  accelerations<<<n / p, p, p * sizeof(float4)>>>(pos, acc, n, 1e-4f);

  cudaMemcpy(h.data(), acc, n * sizeof(float4), cudaMemcpyDeviceToHost);
  double sx = 0, sy = 0, sz = 0;
  for (auto &a : h) { sx += a.x; sy += a.y; sz += a.z; }
  std::printf("sum of accelerations: %g %g %g\n", sx, sy, sz);
  cudaFree(pos);
  cudaFree(acc);
}
