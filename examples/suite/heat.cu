// Twenty steps of heat flow on a cube, back and forth between two buffers. Neighbours come from
// the caches.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

__global__ void step(const float* in, float* out, int n, float rate) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  const int i = (z * n + y) * n + x;
  const float around =
      in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n];
  out[i] = in[i] + rate * (around - 6.0f * in[i]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 256;
  const size_t bytes = size_t(n) * n * n * sizeof(float);
  float *a, *b;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  const dim3 block(32, 4, 2);
  const dim3 grid((n + 31) / 32, (n + 3) / 4, (n + 1) / 2);
  for (int i = 0; i < 20; ++i) {
    step<<<grid, block>>>(a, b, n, 0.1f);
    std::swap(a, b);
  }
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(status));
  return status == cudaSuccess ? 0 : 1;
}
