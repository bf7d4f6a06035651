// C = A * B for square matrices, through tiles in shared memory. The size is the
// first argument of the program:
//
//   ./kcast inspect examples/matmul_tiled.cu --argv "2048"
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kTile = 32;

__global__ void matmul(const float* __restrict__ a, const float* __restrict__ b,
                       float* __restrict__ c, int n) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int start = 0; start < n; start += kTile) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * n + start + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
  if (n <= 0 || n % kTile != 0) {
    std::fprintf(stderr, "usage: %s [size, a multiple of %d]\n", argv[0], kTile);
    return 1;
  }
  const size_t bytes = static_cast<size_t>(n) * n * sizeof(float);
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);

  const dim3 block(kTile, kTile);
  const dim3 grid(n / kTile, n / kTile);
  matmul<<<grid, block>>>(a, b, c, n);
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(status));
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return status == cudaSuccess ? 0 : 1;
}
