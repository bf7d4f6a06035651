#define D 32
#define KT 64
// A thread owns one query row and streams over the keys with a running softmax.
extern "C" __global__ void __launch_bounds__(64) flash_attention_row(const float* __restrict__ Q, const float* __restrict__ K,
    const float* __restrict__ V, float* __restrict__ O, int seq, float scale) {
  __shared__ float ks[KT][D];
  __shared__ float vs[KT][D];
  const size_t base = (size_t)blockIdx.y * seq * D;
  const int row = blockIdx.x * KT + threadIdx.x;
  float q[D], o[D];
#pragma unroll
  for (int d = 0; d < D; ++d) {
    q[d] = Q[base + (size_t)row * D + d] * scale;
    o[d] = 0.f;
  }
  float m = -1e30f, l = 0.f;
  for (int t = 0; t < seq; t += KT) {
    for (int e = threadIdx.x; e < KT * D; e += KT) {
      ks[e / D][e % D] = K[base + (size_t)t * D + e];
      vs[e / D][e % D] = V[base + (size_t)t * D + e];
    }
    __syncthreads();
    for (int j = 0; j < KT; ++j) {
      float s = 0.f;
#pragma unroll
      for (int d = 0; d < D; ++d) s += q[d] * ks[j][d];
      const float mn = fmaxf(m, s);
      const float corr = expf(m - mn), p = expf(s - mn);
      l = l * corr + p;
#pragma unroll
      for (int d = 0; d < D; ++d) o[d] = o[d] * corr + p * vs[j][d];
      m = mn;
    }
    __syncthreads();
  }
#pragma unroll
  for (int d = 0; d < D; ++d) O[base + (size_t)row * D + d] = o[d] / l;
}
