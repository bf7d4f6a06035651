// Counts of byte values, first in shared memory, then with one atomic for each bin and block.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void histogram(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 26;
  std::vector<unsigned char> data(n);
  for (int i = 0; i < n; ++i) data[i] = (i * 7 + i / 256) % 256;
  unsigned char* device_data;
  unsigned* bins;
  cudaMalloc(&device_data, n);
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMemcpy(device_data, data.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  histogram<<<1056, 256>>>(device_data, bins, n);
  unsigned result[256];
  cudaMemcpy(result, bins, sizeof(result), cudaMemcpyDeviceToHost);
  unsigned long long total = 0;
  for (unsigned count : result) total += count;
  std::printf("%llu\n", total);
  return total == (unsigned long long)n ? 0 : 1;
}
