#include <mma.h>
#include <cuda_fp16.h>
#define TILE_M 64
#define TILE_N 64
#define TILE_K 32
#define PAD 8
// Four warps, each a 32 x 32 quarter of the 64 x 64 tile; operands staged in shared memory.
extern "C" __global__ void __launch_bounds__(128) wmma_gemm_shared(const __half* __restrict__ A,
    const __half* __restrict__ B, __half* __restrict__ C, int n) {
  using namespace nvcuda::wmma;
  __shared__ __align__(32) __half sa[TILE_M][TILE_K + PAD];
  __shared__ __align__(32) __half sb[TILE_K][TILE_N + PAD];
  const int warp = threadIdx.x / 32;
  const int wr = (warp / 2) * 32, wc = (warp % 2) * 32;
  fragment<accumulator, 16, 16, 16, __half> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) fill_fragment(acc[i][j], __float2half(0.0f));
  for (int k0 = 0; k0 < n; k0 += TILE_K) {
    for (int e = threadIdx.x; e < TILE_M * TILE_K / 8; e += 128) {
      const int r = e / (TILE_K / 8), c = (e % (TILE_K / 8)) * 8;
      *reinterpret_cast<uint4*>(&sa[r][c]) =
          *reinterpret_cast<const uint4*>(&A[(blockIdx.y * TILE_M + r) * n + k0 + c]);
    }
    for (int e = threadIdx.x; e < TILE_K * TILE_N / 8; e += 128) {
      const int r = e / (TILE_N / 8), c = (e % (TILE_N / 8)) * 8;
      *reinterpret_cast<uint4*>(&sb[r][c]) =
          *reinterpret_cast<const uint4*>(&B[(k0 + r) * n + blockIdx.x * TILE_N + c]);
    }
    __syncthreads();
    for (int kk = 0; kk < TILE_K; kk += 16) {
      fragment<matrix_a, 16, 16, 16, __half, row_major> fa[2];
      fragment<matrix_b, 16, 16, 16, __half, row_major> fb[2];
      for (int i = 0; i < 2; ++i) load_matrix_sync(fa[i], &sa[wr + i * 16][kk], TILE_K + PAD);
      for (int j = 0; j < 2; ++j) load_matrix_sync(fb[j], &sb[kk][wc + j * 16], TILE_N + PAD);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      store_matrix_sync(&C[(blockIdx.y * TILE_M + wr + i * 16) * n + blockIdx.x * TILE_N + wc + j * 16],
                        acc[i][j], n, mem_row_major);
}
