// C = A * B in single precision: tiles in shared memory, eight by eight results in registers of a
// thread. Keeps the fp32 units and shared memory busy.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kTile = 128;  // rows and columns of C that a block computes
constexpr int kDepth = 8;   // of a step through the inner dimension
constexpr int kOwn = 8;     // rows and columns that a thread computes

__global__ void matmul(const float* __restrict__ a, const float* __restrict__ b,
                       float* __restrict__ c, int n) {
  __shared__ float tile_a[kDepth][kTile];
  __shared__ float tile_b[kDepth][kTile];
  const int thread = threadIdx.x;
  const int row = thread / 16 * kOwn;
  const int col = thread % 16 * kOwn;
  float sum[kOwn][kOwn] = {};
  for (int k = 0; k < n; k += kDepth) {
    for (int i = thread; i < kTile * kDepth; i += 256) {
      tile_a[i % kDepth][i / kDepth] = a[(blockIdx.y * kTile + i / kDepth) * n + k + i % kDepth];
      tile_b[i / kTile][i % kTile] = b[(k + i / kTile) * n + blockIdx.x * kTile + i % kTile];
    }
    __syncthreads();
    for (int d = 0; d < kDepth; ++d) {
      float left[kOwn], right[kOwn];
      for (int i = 0; i < kOwn; ++i) left[i] = tile_a[d][row + i];
      for (int i = 0; i < kOwn; ++i) right[i] = tile_b[d][col + i];
      for (int i = 0; i < kOwn; ++i)
        for (int j = 0; j < kOwn; ++j) sum[i][j] += left[i] * right[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < kOwn; ++i)
    for (int j = 0; j < kOwn; ++j)
      c[(blockIdx.y * kTile + row + i) * n + blockIdx.x * kTile + col + j] = sum[i][j];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 2048;
  if (n <= 0 || n % kTile != 0) {
    std::fprintf(stderr, "the size is a multiple of %d\n", kTile);
    return 1;
  }
  const size_t bytes = size_t(n) * n * sizeof(float);
  std::vector<float> ones(size_t(n) * n, 1.0f);
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, ones.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, ones.data(), bytes, cudaMemcpyHostToDevice);
  matmul<<<dim3(n / kTile, n / kTile), 256>>>(a, b, c, n);
  float last = 0;
  cudaMemcpy(&last, c + size_t(n) * n - 1, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", last);
  return last == float(n) ? 0 : 1;
}
