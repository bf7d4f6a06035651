#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
// One warp per 16 x 16 output tile, operands straight from global memory.
extern "C" __global__ void wmma_gemm_warp(const half* a, const half* b, float* c, int M, int N, int K) {
  const int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  const int warpN = blockIdx.y * blockDim.y + threadIdx.y;
  if (warpM * 16 >= M || warpN * 16 >= N) return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  for (int k = 0; k < K; k += 16) {
    wmma::load_matrix_sync(fa, a + warpM * 16 * K + k, K);
    wmma::load_matrix_sync(fb, b + warpN * 16 * K + k, K);
    wmma::mma_sync(acc, fa, fb, acc);
  }
  wmma::store_matrix_sync(c + warpM * 16 * N + warpN * 16, acc, N, wmma::mem_row_major);
}
