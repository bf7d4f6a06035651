#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

// Joint intensity histogram of two registered volumes, for mutual information.
// 64 x 64 bins are 16 KB, so every block counts privately in shared memory.

constexpr int BINS = 64;

__global__ void jointHistogram(const uint8_t* __restrict__ fixed, const uint8_t* __restrict__ moving,
                               unsigned* __restrict__ joint, int nWords)
{
  __shared__ unsigned local[BINS * BINS];
  for (int i = threadIdx.x; i < BINS * BINS; i += blockDim.x) local[i] = 0;
  __syncthreads();

  const uint32_t* f4 = reinterpret_cast<const uint32_t*>(fixed);
  const uint32_t* m4 = reinterpret_cast<const uint32_t*>(moving);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nWords; i += gridDim.x * blockDim.x) {
    uint32_t f = f4[i], m = m4[i];
#pragma unroll
    for (int b = 0; b < 4; ++b) {
      const int bf = (f >> 2) & (BINS - 1);
      const int bm = (m >> 2) & (BINS - 1);
      atomicAdd(&local[bf * BINS + bm], 1u);
      f >>= 8;
      m >>= 8;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < BINS * BINS; i += blockDim.x)
    if (local[i]) atomicAdd(&joint[i], local[i]);
}

int main()
{
  const int nVox = 256 * 256 * 64;
  std::vector<uint8_t> fixed(nVox), moving(nVox);
  uint32_t s = 1;
  for (int i = 0; i < nVox; ++i) {
    s = s * 1664525u + 1013904223u;
    fixed[i] = s >> 24;
  }
  for (int i = 0; i < nVox; ++i) moving[i] = 255 - fixed[i] / 2;

  uint8_t *dF, *dM;
  unsigned* dJ;
  cudaMalloc(&dF, nVox);
  cudaMalloc(&dM, nVox);
  cudaMalloc(&dJ, BINS * BINS * sizeof(unsigned));
  cudaMemcpy(dF, fixed.data(), nVox, cudaMemcpyHostToDevice);
  cudaMemcpy(dM, moving.data(), nVox, cudaMemcpyHostToDevice);
  cudaMemset(dJ, 0, BINS * BINS * sizeof(unsigned));

  jointHistogram<<<264, 512>>>(dF, dM, dJ, nVox / 4);

  std::vector<unsigned> joint(BINS * BINS);
  cudaMemcpy(joint.data(), dJ, joint.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  std::vector<double> pf(BINS, 0.0), pm(BINS, 0.0);
  for (int i = 0; i < BINS * BINS; ++i) {
    pf[i / BINS] += joint[i] / (double)nVox;
    pm[i % BINS] += joint[i] / (double)nVox;
  }
  double mi = 0;
  for (int i = 0; i < BINS * BINS; ++i)
    if (joint[i]) {
      const double p = joint[i] / (double)nVox;
      mi += p * std::log2(p / (pf[i / BINS] * pm[i % BINS]));
    }
  std::cout << "mutual information " << mi << " bit\n";
  cudaFree(dF);
  cudaFree(dM);
  cudaFree(dJ);
}
