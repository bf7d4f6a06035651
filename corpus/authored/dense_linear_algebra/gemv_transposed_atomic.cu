// y = A^T x.  Every block takes a strip of rows, every thread a column of the
// strip, and the strip sums are combined with double atomics (sm_60 and later).
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

struct Strip {
  int first, last;
};

__device__ Strip strip_of(int block, int rows, int strip_rows) {
  Strip s;
  s.first = block * strip_rows;
  s.last = min(rows, s.first + strip_rows);
  return s;
}

__global__ void gemv_t(const double* A, const double* x, double* y,
                       int rows, int cols, int strip_rows) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= cols) return;
  Strip s = strip_of(blockIdx.y, rows, strip_rows);
  double partial = 0.0;
  for (int r = s.first; r < s.last; ++r)
    partial += A[(long long)r * cols + col] * x[r];
  atomicAdd(&y[col], partial);
}

int main() {
  const int rows = 8192, cols = 1024, strip_rows = 128;
  std::vector<double> A((size_t)rows * cols), x(rows), y(cols);
  for (size_t i = 0; i < A.size(); ++i) A[i] = double(i % 1000) / 1000.0;
  for (int i = 0; i < rows; ++i) x[i] = 1.0 / (i + 1);

  double *dA, *dx, *dy;
  cudaMalloc((void**)&dA, A.size() * sizeof(double));
  cudaMalloc((void**)&dx, rows * sizeof(double));
  cudaMalloc((void**)&dy, cols * sizeof(double));
  cudaMemcpy(dA, A.data(), A.size() * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x.data(), rows * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(dy, 0, cols * sizeof(double));

  dim3 grid(cols / 128, rows / strip_rows);
  gemv_t<<<grid, 128>>>(dA, dx, dy, rows, cols, strip_rows);

  cudaMemcpy(y.data(), dy, cols * sizeof(double), cudaMemcpyDeviceToHost);
  std::cout << "y[0] = " << y[0] << ", y[last] = " << y[cols - 1] << std::endl;
  cudaFree(dA);
  cudaFree(dx);
  cudaFree(dy);
  return 0;
}
