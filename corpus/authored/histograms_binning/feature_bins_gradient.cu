#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

/* Histograms for one node of a gradient-boosted tree. Features are already
 * quantised to 64 bins and stored column by column. blockIdx.y is the feature,
 * blockIdx.x a slice of the rows. Gradient and hessian sums sit side by side. */

template <typename T>
struct CudaDelete { void operator()(T* p) const { cudaFree(p); } };
template <typename T>
using DevPtr = std::unique_ptr<T, CudaDelete<T>>;

template <typename T>
DevPtr<T> upload(const std::vector<T>& v) {
  T* p = nullptr;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return DevPtr<T>(p);
}

constexpr int kBins = 64;

__global__ void node_histogram(const uint8_t* __restrict__ bins, const float2* __restrict__ grad_hess,
                               int rows, float* __restrict__ out)
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
    const float2 gh = grad_hess[r];
    atomicAdd(&g[b], gh.x);
    atomicAdd(&h[b], gh.y);
  }
  __syncthreads();

  if (threadIdx.x < kBins) {
    float* dst = out + (blockIdx.y * kBins + threadIdx.x) * 2;
    atomicAdd(dst, g[threadIdx.x]);
    atomicAdd(dst + 1, h[threadIdx.x]);
  }
}

int main() {
  const int rows = 100000, features = 32;
  std::vector<uint8_t> bins(rows * features);
  std::vector<float2> gh(rows);
  std::vector<float> hist(features * kBins * 2, 0.f);
  for (int i = 0; i < rows * features; ++i) bins[i] = (uint8_t)((i * 29 + i / rows) % kBins);
  for (int r = 0; r < rows; ++r) {
    gh[r].x = 0.01f * (r % 200 - 100);
    gh[r].y = 0.25f;
  }

  auto dBins = upload(bins);
  auto dGh = upload(gh);
  auto dHist = upload(hist);
  node_histogram<<<dim3(16, features), 256>>>(dBins.get(), dGh.get(), rows, dHist.get());

  cudaMemcpy(hist.data(), dHist.get(), hist.size() * sizeof(float), cudaMemcpyDeviceToHost);
  float hsum = 0.f;
  for (int b = 0; b < kBins; ++b) hsum += hist[2 * b + 1];
  std::printf("hessian of feature 0: %.1f (expected %.1f)\n", hsum, 0.25f * rows);
}
