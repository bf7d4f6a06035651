#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Cholesky of 16x16 covariance matrices. Half a warp per matrix, lane r holds
// row r in registers; pivot columns travel by shuffle. No shared memory.

constexpr int N = 16;

__global__ void __launch_bounds__(128) chol16(const float* __restrict__ cov, float* __restrict__ L, int count)
{
  const int r = threadIdx.x & 15;
  const int id = (blockIdx.x * blockDim.x + threadIdx.x) >> 4;
  const bool live = id < count;
  const float* src = cov + (size_t)(live ? id : 0) * N * N + r * N;

  float row[N];
#pragma unroll
  for (int c = 0; c < N; ++c) row[c] = src[c];

#pragma unroll
  for (int k = 0; k < N; ++k) {
    const float pivot = __shfl_sync(0xffffffffu, row[k], k, 16);
    const float inv = rsqrtf(pivot);
    row[k] *= inv;
#pragma unroll
    for (int c = k + 1; c < N; ++c) {
      const float lck = __shfl_sync(0xffffffffu, row[k], c, 16);
      row[c] -= row[k] * lck;
    }
  }

  if (live) {
    float* dst = L + (size_t)id * N * N + r * N;
#pragma unroll
    for (int c = 0; c < N; ++c) dst[c] = c <= r ? row[c] : 0.0f;
  }
}

int main()
{
  const int count = 20000;
  std::vector<float> cov((size_t)count * N * N);
  for (int i = 0; i < count; ++i)
    for (int r = 0; r < N; ++r)
      for (int c = 0; c < N; ++c)
        cov[(i * N + r) * N + c] = r == c ? 4.0f + 0.01f * (i % 50) : 1.0f / (1.0f + std::abs(r - c));

  float *dCov, *dL;
  cudaMalloc(&dCov, cov.size() * sizeof(float));
  cudaMalloc(&dL, cov.size() * sizeof(float));
  cudaMemcpy(dCov, cov.data(), cov.size() * sizeof(float), cudaMemcpyHostToDevice);

  chol16<<<(count * 16 + 127) / 128, 128>>>(dCov, dL, count);

  std::vector<float> L(N * N);
  cudaMemcpy(L.data(), dL, L.size() * sizeof(float), cudaMemcpyDeviceToHost);
  float err = 0.0f;
  for (int r = 0; r < N; ++r)
    for (int c = 0; c <= r; ++c) {
      float s = 0.0f;
      for (int k = 0; k <= c; ++k) s += L[r * N + k] * L[c * N + k];
      err = std::fmax(err, std::fabs(s - cov[r * N + c]));
    }
  std::printf("first matrix, max |LL' - A| = %g\n", err);
  cudaFree(dCov);
  cudaFree(dL);
  return 0;
}
