#include <cstdio>
#include <vector>

#define AT(row, col) A[(col) * rows + (row)]

__global__ void matvec(const double* A, const double* x, double* y, int rows, int cols)
{
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double s = 0;
  for (int c = 0; c < cols; ++c) s += AT(r, c) * x[c];
  y[r] = s;
}

int main()
{
  const int rows = 32768, cols = 256;
  std::vector<double> a(rows * cols, 0.5), x(cols), y(rows);
  for (int c = 0; c < cols; ++c) x[c] = c * 0.25;
  double *A, *dx, *dy;
  cudaMalloc(&A, a.size() * sizeof(double));
  cudaMalloc(&dx, cols * sizeof(double));
  cudaMalloc(&dy, rows * sizeof(double));
  cudaMemcpy(A, a.data(), a.size() * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x.data(), cols * sizeof(double), cudaMemcpyHostToDevice);
  for (int r = 0; r < 5; ++r) matvec<<<rows / 128, 128>>>(A, dx, dy, rows, cols);
  cudaMemcpy(y.data(), dy, rows * sizeof(double), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (double v : y) sum += v;
  printf("%.9g\n", sum);
}
