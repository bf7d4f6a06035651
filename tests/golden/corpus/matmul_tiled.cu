#define TILE 16

__global__ void matmul(const double* __restrict__ a, const double* __restrict__ b,
    double* __restrict__ c, int n) {
  __shared__ double ta[TILE][TILE];
  __shared__ double tb[TILE][TILE + 1];
  int col = blockIdx.x * TILE + threadIdx.x;
  int row = blockIdx.y * TILE + threadIdx.y;
  double acc = 0.0;
  for (int t = 0; t < n / TILE; ++t) {
    ta[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];
    tb[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) {
      acc = fma(ta[threadIdx.y][k], tb[k][threadIdx.x], acc);
    }
    __syncthreads();
  }
  c[row * n + col] = acc;
}
