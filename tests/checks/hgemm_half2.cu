#include <cuda_fp16.h>
// Each thread makes two neighbouring columns with packed multiply-adds.
extern "C" __global__ void hgemm_half2(const __half* __restrict__ A, const __half2* __restrict__ B2,
                                       __half2* __restrict__ C2, int M, int N2, int K) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= M || c >= N2) return;
  __half2 acc = __float2half2_rn(0.0f);
  for (int k = 0; k < K; ++k) acc = __hfma2(__half2half2(A[r * K + k]), B2[k * N2 + c], acc);
  C2[r * N2 + c] = acc;
}
