// Point-to-plane ICP: sums of the 6x6 normal matrix (21 entries), the right-hand side (6)
// and the squared error over all correspondences. Threads keep 28 partial sums in registers,
// warps fold them by shuffles, a block adds once to the global result.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int kSums = 28;

__global__ void __launch_bounds__(128)
accumulate(const float3* __restrict__ src, const float3* __restrict__ dst, const float3* __restrict__ nrm,
           int n, float maxDist, float* __restrict__ total)
{
  float s[kSums];
#pragma unroll
  for (int k = 0; k < kSums; ++k) s[k] = 0.f;

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float3 p = src[i], q = dst[i], m = nrm[i];
    const float r = (q.x - p.x) * m.x + (q.y - p.y) * m.y + (q.z - p.z) * m.z;
    if (fabsf(r) > maxDist) continue;
    const float J[6] = {p.y * m.z - p.z * m.y, p.z * m.x - p.x * m.z, p.x * m.y - p.y * m.x, m.x, m.y, m.z};
    int k = 0;
#pragma unroll
    for (int a = 0; a < 6; ++a)
#pragma unroll
      for (int b = a; b < 6; ++b) s[k++] += J[a] * J[b];
#pragma unroll
    for (int a = 0; a < 6; ++a) s[21 + a] += J[a] * r;
    s[27] += r * r;
  }

  __shared__ float part[4][kSums];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
  for (int k = 0; k < kSums; ++k) {
    float v = s[k];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (lane == 0) part[warp][k] = v;
  }
  __syncthreads();
  if (threadIdx.x < kSums)
    atomicAdd(total + threadIdx.x,
              part[0][threadIdx.x] + part[1][threadIdx.x] + part[2][threadIdx.x] + part[3][threadIdx.x]);
}

int main()
{
  const int n = 300000;
  std::vector<float3> src(n), dst(n), nrm(n);
  for (int i = 0; i < n; ++i) {
    const float x = 0.01f * (i % 600), y = 0.01f * (i / 600);
    src[i] = make_float3(x, y, 0.3f);
    dst[i] = make_float3(x + 0.002f, y - 0.001f, 0.305f);
    nrm[i] = make_float3(0.1f, 0.2f, 0.9746794f);
  }
  float3 *dSrc, *dDst, *dNrm;
  float* dTotal;
  cudaMalloc(&dSrc, n * sizeof(float3));
  cudaMalloc(&dDst, n * sizeof(float3));
  cudaMalloc(&dNrm, n * sizeof(float3));
  cudaMalloc(&dTotal, kSums * sizeof(float));
  cudaMemcpy(dSrc, src.data(), n * sizeof(float3), cudaMemcpyHostToDevice);
  cudaMemcpy(dDst, dst.data(), n * sizeof(float3), cudaMemcpyHostToDevice);
  cudaMemcpy(dNrm, nrm.data(), n * sizeof(float3), cudaMemcpyHostToDevice);
  cudaMemset(dTotal, 0, kSums * sizeof(float));

  accumulate<<<264, 128>>>(dSrc, dDst, dNrm, n, 0.05f, dTotal);

  float total[kSums];
  cudaMemcpy(total, dTotal, sizeof(total), cudaMemcpyDeviceToHost);
  std::printf("rms distance %.6f\n", std::sqrt(total[27] / n));
  cudaFree(dSrc);
  cudaFree(dDst);
  cudaFree(dNrm);
  cudaFree(dTotal);
}
