// Sparse matrix in CSR times vector, a row for each thread; nine entries a row, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void spmv_csr_kernel(int rows, const int *start, const int *column,
                                const double *value, const double *x, double *y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double s = 0;
  for (int k = start[r]; k < start[r + 1]; k++)
    s += value[k] * x[column[k]];
  y[r] = s;
}

void spmv_csr(int rows, const int *start, const int *column, const double *value,
              const double *x, double *y) {
  int *d_start;
  cudaMalloc(&d_start, (rows + 1) * sizeof(int));
  cudaMemcpy(d_start, start, (rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
  int *d_column;
  cudaMalloc(&d_column, (rows * 9) * sizeof(int));
  cudaMemcpy(d_column, column, (rows * 9) * sizeof(int), cudaMemcpyHostToDevice);
  double *d_value;
  cudaMalloc(&d_value, (rows * 9) * sizeof(double));
  cudaMemcpy(d_value, value, (rows * 9) * sizeof(double), cudaMemcpyHostToDevice);
  double *d_x;
  cudaMalloc(&d_x, rows * sizeof(double));
  cudaMemcpy(d_x, x, rows * sizeof(double), cudaMemcpyHostToDevice);
  double *d_y;
  cudaMalloc(&d_y, rows * sizeof(double));
  spmv_csr_kernel<<<(rows + 255) / 256, 256>>>(rows, d_start, d_column, d_value, d_x, d_y);
  cudaMemcpy(y, d_y, rows * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_start);
  cudaFree(d_column);
  cudaFree(d_value);
  cudaFree(d_x);
  cudaFree(d_y);
}

static int run(int rows) {
  int *start = (int *)malloc((rows + 1) * sizeof(int));
  int *column = (int *)malloc(rows * 9 * sizeof(int));
  double *value = (double *)malloc(rows * 9 * sizeof(double));
  double *x = (double *)malloc(rows * sizeof(double));
  double *y = (double *)malloc(rows * sizeof(double));
  for (int r = 0; r <= rows; r++)
    start[r] = r * 9;
  for (int i = 0; i < rows * 9; i++) {
    column[i] = (i / 9 + i % 9 * 16) % rows;
    value[i] = i % 7;
  }
  for (int r = 0; r < rows; r++)
    x[r] = r % 11;
  spmv_csr(rows, start, column, value, x, y);
  int wrong = 0;
  for (int r = 0; r < rows; r++) {
    double s = 0;
    for (int k = start[r]; k < start[r + 1]; k++)
      s += value[k] * x[column[k]];
    wrong += s != y[r];
  }
  free(start);
  free(column);
  free(value);
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 17);
  wrong += run(1 << 20);
  printf("spmv_csr: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
