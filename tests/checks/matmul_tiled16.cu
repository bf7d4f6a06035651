#define TS 16
extern "C" __global__ void matmul_tiled16(const float* __restrict__ a, const float* __restrict__ b,
                                          float* __restrict__ c, int n) {
  __shared__ float as[TS][TS];
  __shared__ float bs[TS][TS];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TS + ty, col = blockIdx.x * TS + tx;
  float acc = 0.f;
  for (int t = 0; t < n / TS; ++t) {
    as[ty][tx] = a[row * n + t * TS + tx];
    bs[ty][tx] = b[(t * TS + ty) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TS; ++k) acc += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = acc;
}
