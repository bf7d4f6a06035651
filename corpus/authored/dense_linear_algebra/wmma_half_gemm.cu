#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>
#include <vector>

using namespace nvcuda;

constexpr int kSize = 1024;
constexpr int kWarpsPerBlock = 4;

// Each warp computes a 16 x 32 strip of C as two tensor-core tiles that
// share the fragment of A. Blocks hold four warps stacked along rows.
__global__ void hgemm_wmma(const half* __restrict__ A, const half* __restrict__ B,
                           float* __restrict__ C, int n)
{
  const int warp = threadIdx.x / 32;
  const int row0 = (blockIdx.y * kWarpsPerBlock + warp) * 16;
  const int col0 = blockIdx.x * 32;

  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb0, fb1;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c0, c1;
  wmma::fill_fragment(c0, 0.0f);
  wmma::fill_fragment(c1, 0.0f);

  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(fa, A + row0 * n + k, n);
    wmma::load_matrix_sync(fb0, B + k * n + col0, n);
    wmma::load_matrix_sync(fb1, B + k * n + col0 + 16, n);
    wmma::mma_sync(c0, fa, fb0, c0);
    wmma::mma_sync(c1, fa, fb1, c1);
  }

  wmma::store_matrix_sync(C + row0 * n + col0, c0, n, wmma::mem_row_major);
  wmma::store_matrix_sync(C + row0 * n + col0 + 16, c1, n, wmma::mem_row_major);
}

int main()
{
  std::vector<half> hostA(kSize * kSize), hostB(kSize * kSize);
  for (int i = 0; i < kSize * kSize; ++i) {
    hostA[i] = __float2half((i % 17) * 0.0625f);
    hostB[i] = __float2half((i % 11) * 0.125f - 0.5f);
  }
  half *devA, *devB;
  float *devC;
  cudaMalloc(&devA, kSize * kSize * sizeof(half));
  cudaMalloc(&devB, kSize * kSize * sizeof(half));
  cudaMalloc(&devC, kSize * kSize * sizeof(float));
  cudaMemcpy(devA, hostA.data(), kSize * kSize * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(devB, hostB.data(), kSize * kSize * sizeof(half), cudaMemcpyHostToDevice);

  dim3 grid(kSize / 32, kSize / (16 * kWarpsPerBlock));
  hgemm_wmma<<<grid, 32 * kWarpsPerBlock>>>(devA, devB, devC, kSize);

  std::vector<float> first(8);
  cudaMemcpy(first.data(), devC, 8 * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) std::printf("%g ", first[i]);
  std::printf("\n");
  cudaFree(devA); cudaFree(devB); cudaFree(devC);
  return 0;
}
