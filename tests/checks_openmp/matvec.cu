// Dense matrix times vector, a row for each thread, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void matvec_kernel(int rows, int cols, const float *a, const float *x, float *y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int c = 0; c < cols; c++)
    s += a[r * cols + c] * x[c];
  y[r] = s;
}

void matvec(int rows, int cols, const float *a, const float *x, float *y) {
  float *d_a;
  cudaMalloc(&d_a, (rows * cols) * sizeof(float));
  cudaMemcpy(d_a, a, (rows * cols) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_x;
  cudaMalloc(&d_x, cols * sizeof(float));
  cudaMemcpy(d_x, x, cols * sizeof(float), cudaMemcpyHostToDevice);
  float *d_y;
  cudaMalloc(&d_y, rows * sizeof(float));
  matvec_kernel<<<(rows + 127) / 128, 128>>>(rows, cols, d_a, d_x, d_y);
  cudaMemcpy(y, d_y, rows * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_a);
  cudaFree(d_x);
  cudaFree(d_y);
}

static int run(int rows, int cols) {
  float *a = (float *)malloc(rows * cols * sizeof(float));
  float *x = (float *)malloc(cols * sizeof(float));
  float *y = (float *)malloc(rows * sizeof(float));
  for (int i = 0; i < rows * cols; i++)
    a[i] = i % 5;
  for (int i = 0; i < cols; i++)
    x[i] = i % 3;
  matvec(rows, cols, a, x, y);
  int wrong = 0;
  for (int r = 0; r < rows; r++) {
    double s = 0;
    for (int c = 0; c < cols; c++)
      s += a[r * cols + c] * x[c];
    wrong += fabs(s - y[r]) > 1e-3 * fabs(s);
  }
  free(a);
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(4096, 512);
  wrong += run(16384, 1024);
  printf("matvec: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
