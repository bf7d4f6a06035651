// ptx: wmma.mma.sync wmma.load.a.sync wmma.store.d.sync
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;

const int WMMA_M = 16, WMMA_N = 16, WMMA_K = 16;

__global__ void wmma_gemm(half* a, half* b, float* c, int M, int N, int K, float alpha, float beta) {
  int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int warpN = blockIdx.y * blockDim.y + threadIdx.y;
  wmma::fragment<wmma::matrix_a, WMMA_M, WMMA_N, WMMA_K, half, wmma::row_major> a_frag;
  wmma::fragment<wmma::matrix_b, WMMA_M, WMMA_N, WMMA_K, half, wmma::col_major> b_frag;
  wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, float> acc;
  wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, float> c_frag;
  wmma::fill_fragment(acc, 0.0f);
  for (int k = 0; k < K; k += WMMA_K) {
    wmma::load_matrix_sync(a_frag, a + warpM * WMMA_M * K + k, K);
    wmma::load_matrix_sync(b_frag, b + warpN * WMMA_N * K + k, K);
    wmma::mma_sync(acc, a_frag, b_frag, acc);
  }
  float* to = c + warpM * WMMA_M * N + warpN * WMMA_N;
  wmma::load_matrix_sync(c_frag, to, N, wmma::mem_row_major);
  for (int i = 0; i < c_frag.num_elements; i++) c_frag.x[i] = alpha * acc.x[i] + beta * c_frag.x[i];
  wmma::store_matrix_sync(to, c_frag, N, wmma::mem_row_major);
}

int main() {
  const int M = 512, N = 256, K = 128;
  half *a, *b;
  float* c;
  cudaMalloc(&a, M * K * sizeof(half));
  cudaMalloc(&b, K * N * sizeof(half));
  cudaMalloc(&c, M * N * sizeof(float));
  dim3 block(128, 4);
  dim3 grid((M + (WMMA_M * block.x / 32 - 1)) / (WMMA_M * block.x / 32),
            (N + WMMA_N * block.y - 1) / (WMMA_N * block.y));
  wmma_gemm<<<grid, block>>>(a, b, c, M, N, K, 2.0f, 0.5f);
}
