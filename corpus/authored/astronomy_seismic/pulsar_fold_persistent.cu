#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Folds a long pulsar observation into a pulse profile of 512 bins. A fixed number of blocks
// stays on the device and walks over the time series; each keeps a private profile in shared
// memory and adds it to the total once at the end.

template <int BINS>
__global__ void foldProfile(const float* __restrict__ series, long long n, double phase0, double turnsPerSample,
                            float* __restrict__ profile, int* __restrict__ hits)
{
  __shared__ float acc[BINS];
  __shared__ int cnt[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
    acc[b] = 0.0f;
    cnt[b] = 0;
  }
  __syncthreads();

  const long long stride = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    double turns = phase0 + turnsPerSample * (double)i;
    turns -= floor(turns);
    const int bin = min((int)(turns * BINS), BINS - 1);
    atomicAdd(&acc[bin], series[i]);
    atomicAdd(&cnt[bin], 1);
  }
  __syncthreads();

  for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
    atomicAdd(&profile[b], acc[b]);
    atomicAdd(&hits[b], cnt[b]);
  }
}

int main()
{
  constexpr int kBins = 512;
  const long long n = 12000000;
  const double period = 89.328385024e-3, dt = 64e-6;     // Vela, 64 us sampling

  std::vector<float> series(n);
  for (long long i = 0; i < n; ++i) {
    const double t = i * dt / period;
    series[i] = t - std::floor(t) < 0.05 ? 1.0f : 0.0f;
  }

  float *dSeries, *dProfile;
  int* dHits;
  cudaMalloc(&dSeries, n * sizeof(float));
  cudaMalloc(&dProfile, kBins * sizeof(float));
  cudaMalloc(&dHits, kBins * sizeof(int));
  cudaMemcpy(dSeries, series.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(dProfile, 0, kBins * sizeof(float));
  cudaMemset(dHits, 0, kBins * sizeof(int));

  constexpr int kResident = 2 * 132;                     // two blocks per SM of an H100
  foldProfile<kBins><<<kResident, 512>>>(dSeries, n, 0.25, dt / period, dProfile, dHits);

  std::vector<float> p(kBins);
  std::vector<int> h(kBins);
  cudaMemcpy(p.data(), dProfile, kBins * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(h.data(), dHits, kBins * sizeof(int), cudaMemcpyDeviceToHost);
  int on = 0;
  for (int b = 0; b < kBins; ++b) on += p[b] > 0.5f * h[b];
  std::printf("pulse is %d of %d bins wide\n", on, kBins);
  cudaFree(dSeries);
  cudaFree(dProfile);
  cudaFree(dHits);
}
