#include <cuda_runtime.h>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

// Histogram building of gradient boosted trees. Features are binned to bytes and
// stored feature by feature. blockIdx.y is the feature; a block adds a slice of rows.
constexpr int kBins = 64;

__global__ void buildHistogram(const uint8_t* __restrict__ bins, const float2* __restrict__ gradHess,
                               float2* __restrict__ hist, int rows)
{
  __shared__ float g[kBins], h[kBins];
  if (threadIdx.x < kBins) {
    g[threadIdx.x] = 0.f;
    h[threadIdx.x] = 0.f;
  }
  __syncthreads();

  const uint8_t* column = bins + (size_t)blockIdx.y * rows;
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    const int b = column[r];
    const float2 gh = gradHess[r];
    atomicAdd(&g[b], gh.x);
    atomicAdd(&h[b], gh.y);
  }
  __syncthreads();

  if (threadIdx.x < kBins) {
    float2* out = hist + blockIdx.y * kBins + threadIdx.x;
    atomicAdd(&out->x, g[threadIdx.x]);
    atomicAdd(&out->y, h[threadIdx.x]);
  }
}

int main()
{
  const int rows = 131072, features = 28;
  std::vector<uint8_t> bins((size_t)rows * features);
  std::vector<float2> gh(rows);
  for (size_t i = 0; i < bins.size(); ++i) bins[i] = rand() % kBins;
  for (int r = 0; r < rows; ++r) gh[r] = make_float2((r % 7) - 3.0f, 1.0f);

  uint8_t* dBins;
  float2 *dGh, *dHist;
  cudaMalloc(&dBins, bins.size());
  cudaMalloc(&dGh, rows * sizeof(float2));
  cudaMalloc(&dHist, features * kBins * sizeof(float2));
  cudaMemcpy(dBins, bins.data(), bins.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(dGh, gh.data(), rows * sizeof(float2), cudaMemcpyHostToDevice);
  cudaMemset(dHist, 0, features * kBins * sizeof(float2));

  buildHistogram<<<dim3(16, features), 256>>>(dBins, dGh, dHist, rows);

  std::vector<float2> hist(features * kBins);
  cudaMemcpy(hist.data(), dHist, hist.size() * sizeof(float2), cudaMemcpyDeviceToHost);
  double count = 0;
  for (int b = 0; b < kBins; ++b) count += hist[b].y;
  std::cout << "hessian total of feature 0: " << count << " (rows " << rows << ")\n";
  cudaFree(dBins);
  cudaFree(dGh);
  cudaFree(dHist);
}
