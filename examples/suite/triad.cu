// a[i] = b[i] + s * c[i] over long arrays: nothing but DRAM traffic.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void triad(double* a, const double* b, const double* c, double s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i] + s * c[i];
}

__global__ void fill(double* a, double value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = value;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 25;
  const int block = 256;
  const int grid = (n + block - 1) / block;
  double *a, *b, *c;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n * sizeof(double));
  cudaMalloc(&c, n * sizeof(double));
  fill<<<grid, block>>>(b, 1.0, n);
  fill<<<grid, block>>>(c, 2.0, n);
  triad<<<grid, block>>>(a, b, c, 3.0, n);
  double last = 0;
  cudaMemcpy(&last, a + n - 1, sizeof(double), cudaMemcpyDeviceToHost);
  std::printf("%g\n", last);
  return last == 7.0 ? 0 : 1;
}
