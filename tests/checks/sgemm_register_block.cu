#define BM 64
#define BN 64
#define BK 8
// 256 threads make a 64 x 64 tile, 4 x 4 outputs each.
extern "C" __global__ void __launch_bounds__(256) sgemm_register_block(int M, int N, int K, float alpha,
    const float* __restrict__ A, const float* __restrict__ B, float beta, float* __restrict__ C) {
  __shared__ float sa[BK][BM + 4];
  __shared__ float sb[BK][BN];
  const int tid = threadIdx.x;
  const int tr = (tid / 16) * 4;
  const int tc = (tid % 16) * 4;
  const float* Ablk = A + (size_t)blockIdx.y * BM * K;
  const float* Bblk = B + blockIdx.x * BN;
  float acc[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int e = tid; e < BM * BK; e += 256) sa[e % BK][e / BK] = Ablk[(e / BK) * K + k0 + e % BK];
#pragma unroll
    for (int e = tid; e < BN * BK; e += 256) sb[e / BN][e % BN] = Bblk[(size_t)(k0 + e / BN) * N + e % BN];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float ra[4], rb[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) ra[i] = sa[k][tr + i];
#pragma unroll
      for (int j = 0; j < 4; ++j) rb[j] = sb[k][tc + j];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  float* Cblk = C + (size_t)(blockIdx.y * BM + tr) * N + blockIdx.x * BN + tc;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) Cblk[(size_t)i * N + j] = alpha * acc[i][j] + beta * Cblk[(size_t)i * N + j];
}
