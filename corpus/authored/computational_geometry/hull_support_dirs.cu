// Support mapping of a point set: for each direction the index of the farthest point.
// Gives the vertices of a discrete-oriented polytope (k-DOP) around the set.
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>

struct Extreme { float h; int i; };

__device__ __forceinline__ Extreme better(Extreme a, Extreme b)
{
  return (b.h > a.h || (b.h == a.h && b.i < a.i)) ? b : a;
}

__device__ __forceinline__ Extreme warpBest(Extreme e)
{
#pragma unroll
  for (int d = 16; d; d >>= 1) {
    Extreme o;
    o.h = __shfl_xor_sync(0xffffffffu, e.h, d);
    o.i = __shfl_xor_sync(0xffffffffu, e.i, d);
    e = better(e, o);
  }
  return e;
}

__global__ void supportPoints(const float4* __restrict__ pts, int n, const float3* __restrict__ dirs, int* out)
{
  const float3 d = dirs[blockIdx.x];
  Extreme e{-FLT_MAX, n};
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float4 p = __ldg(pts + i);
    e = better(e, Extreme{p.x * d.x + p.y * d.y + p.z * d.z, i});
  }

  __shared__ Extreme perWarp[8];
  e = warpBest(e);
  if ((threadIdx.x & 31) == 0) perWarp[threadIdx.x >> 5] = e;
  __syncthreads();
  if (threadIdx.x < 32) {
    e = threadIdx.x < 8 ? perWarp[threadIdx.x] : Extreme{-FLT_MAX, n};
    e = warpBest(e);
    if (threadIdx.x == 0) out[blockIdx.x] = e.i;
  }
}

int main(int argc, char** argv)
{
  const int n = 100000, nDirs = 128;
  std::vector<float4> pts(n);
  unsigned s = 5;
  for (int i = 0; i < n; ++i) {
    float c[3];
    for (float& x : c) {
      s = s * 1664525u + 1013904223u;
      x = (int)(s >> 8) / 8388608.0f - 1.0f;
    }
    pts[i] = make_float4(c[0], 2 * c[1], 0.5f * c[2], 1.f);
  }
  std::vector<float3> dirs(nDirs);
  for (int k = 0; k < nDirs; ++k) {          // Fibonacci sphere
    const float z = 1.f - (2 * k + 1.f) / nDirs, r = std::sqrt(1.f - z * z), a = 2.39996323f * k;
    dirs[k] = make_float3(r * std::cos(a), r * std::sin(a), z);
  }

  float4* dPts;
  float3* dDirs;
  int* dOut;
  cudaMalloc(&dPts, sizeof(float4) * n);
  cudaMalloc(&dDirs, sizeof(float3) * nDirs);
  cudaMalloc(&dOut, sizeof(int) * nDirs);
  cudaMemcpy(dPts, pts.data(), sizeof(float4) * n, cudaMemcpyHostToDevice);
  cudaMemcpy(dDirs, dirs.data(), sizeof(float3) * nDirs, cudaMemcpyHostToDevice);

  supportPoints<<<nDirs, 256>>>(dPts, n, dDirs, dOut);

  std::vector<int> idx(nDirs);
  cudaMemcpy(idx.data(), dOut, sizeof(int) * nDirs, cudaMemcpyDeviceToHost);
  for (int k = 0; k < nDirs; k += 32) {
    const float4 p = pts[idx[k]];
    std::printf("(%.2f %.2f %.2f) -> %d (%.3f %.3f %.3f)\n", dirs[k].x, dirs[k].y, dirs[k].z, idx[k], p.x, p.y, p.z);
  }
  cudaFree(dPts);
  cudaFree(dDirs);
  cudaFree(dOut);
}
