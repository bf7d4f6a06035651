// Sparse matrix in ELL times vector, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void spmv_ell_kernel(int rows, int width, const int *column, const float *value,
                                const float *x, float *y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = 0; k < width; k++)
    s += value[k * rows + r] * x[column[k * rows + r]];
  y[r] = s;
}

void spmv_ell(int rows, int width, const int *column, const float *value, const float *x, float *y) {
  int *d_column;
  cudaMalloc(&d_column, (rows * width) * sizeof(int));
  cudaMemcpy(d_column, column, (rows * width) * sizeof(int), cudaMemcpyHostToDevice);
  float *d_value;
  cudaMalloc(&d_value, (rows * width) * sizeof(float));
  cudaMemcpy(d_value, value, (rows * width) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_x;
  cudaMalloc(&d_x, rows * sizeof(float));
  cudaMemcpy(d_x, x, rows * sizeof(float), cudaMemcpyHostToDevice);
  float *d_y;
  cudaMalloc(&d_y, rows * sizeof(float));
  spmv_ell_kernel<<<(rows + 255) / 256, 256>>>(rows, width, d_column, d_value, d_x, d_y);
  cudaMemcpy(y, d_y, rows * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_column);
  cudaFree(d_value);
  cudaFree(d_x);
  cudaFree(d_y);
}

static int run(int rows) {
  int width = 16;
  int *column = (int *)malloc(rows * width * sizeof(int));
  float *value = (float *)malloc(rows * width * sizeof(float));
  float *x = (float *)malloc(rows * sizeof(float));
  float *y = (float *)malloc(rows * sizeof(float));
  for (int i = 0; i < rows * width; i++) {
    column[i] = (i % rows + i / rows * 3) % rows;
    value[i] = i % 5;
  }
  for (int r = 0; r < rows; r++)
    x[r] = r % 3;
  spmv_ell(rows, width, column, value, x, y);
  int wrong = 0;
  for (int r = 0; r < rows; r++) {
    float s = 0;
    for (int k = 0; k < width; k++)
      s += value[k * rows + r] * x[column[k * rows + r]];
    wrong += s != y[r];
  }
  free(column);
  free(value);
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 16);
  wrong += run(1 << 20);
  printf("spmv_ell: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
