#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

/* -----------------------------------------------------------------
 * C <- alpha * A * B + beta * C   in double precision.
 * Row-major operands with leading dimensions; the dimensions need
 * not be multiples of the tile edge.
 * ----------------------------------------------------------------- */

constexpr int TILE = 16;

__global__ void dgemm_tiled(int m, int n, int k, double alpha,
                            const double* __restrict__ A, int lda,
                            const double* __restrict__ B, int ldb,
                            double beta, double* __restrict__ C, int ldc)
{
  __shared__ double As[TILE][TILE];
  __shared__ double Bs[TILE][TILE + 1];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * TILE + ty;
  const int j = blockIdx.x * TILE + tx;

  double acc = 0.0;
  for (int k0 = 0; k0 < k; k0 += TILE) {
    As[ty][tx] = (i < m && k0 + tx < k) ? A[(size_t)i * lda + k0 + tx] : 0.0;
    Bs[ty][tx] = (k0 + ty < k && j < n) ? B[(size_t)(k0 + ty) * ldb + j] : 0.0;
    __syncthreads();

#pragma unroll
    for (int p = 0; p < TILE; ++p)
      acc = fma(As[ty][p], Bs[p][tx], acc);
    __syncthreads();
  }

  if (i < m && j < n) {
    double* c = C + (size_t)i * ldc + j;
    *c = alpha * acc + beta * *c;
  }
}

int main()
{
  const int n = 1000;
  std::vector<double> a(n * n), b(n * n), c(n * n);
  for (int r = 0; r < n; ++r)
    for (int s = 0; s < n; ++s) {
      a[r * n + s] = 1.0 / (1.0 + r + s);
      b[r * n + s] = (r == s) ? 2.0 : 0.001 * (r - s);
      c[r * n + s] = 1.0;
    }

  double *dA, *dB, *dC;
  const size_t bytes = sizeof(double) * n * n;
  cudaMalloc(&dA, bytes);
  cudaMalloc(&dB, bytes);
  cudaMalloc(&dC, bytes);
  cudaMemcpy(dA, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dC, c.data(), bytes, cudaMemcpyHostToDevice);

  const dim3 block(TILE, TILE);
  const dim3 grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
  dgemm_tiled<<<grid, block>>>(n, n, n, 1.5, dA, n, dB, n, -0.5, dC, n);

  cudaMemcpy(c.data(), dC, bytes, cudaMemcpyDeviceToHost);
  double trace = 0.0;
  for (int r = 0; r < n; ++r) trace += c[r * n + r];
  std::printf("trace(C) = %.12g\n", trace);

  cudaFree(dA); cudaFree(dB); cudaFree(dC);
}
