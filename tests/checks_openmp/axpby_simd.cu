// z = a x + b y with simd and a static schedule, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void axpby_simd_kernel(int n, double a, double b, const double *x, const double *y,
                                  double *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = a * x[i] + b * y[i];
}

void axpby_simd(int n, double a, double b, const double *x, const double *y, double *z) {
  double *d_x;
  cudaMalloc(&d_x, n * sizeof(double));
  cudaMemcpy(d_x, x, n * sizeof(double), cudaMemcpyHostToDevice);
  double *d_y;
  cudaMalloc(&d_y, n * sizeof(double));
  cudaMemcpy(d_y, y, n * sizeof(double), cudaMemcpyHostToDevice);
  double *d_z;
  cudaMalloc(&d_z, n * sizeof(double));
  axpby_simd_kernel<<<(n + 255) / 256, 256>>>(n, a, b, d_x, d_y, d_z);
  cudaMemcpy(z, d_z, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_z);
}

static int run(int n) {
  double *x = (double *)malloc(n * sizeof(double));
  double *y = (double *)malloc(n * sizeof(double));
  double *z = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    x[i] = i % 23;
    y[i] = i % 29;
  }
  axpby_simd(n, 2.0, 0.5, x, y, z);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += z[i] != 2.0 * (i % 23) + 0.5 * (i % 29);
  free(x);
  free(y);
  free(z);
  return wrong;
}

int main(void) {
  int wrong = run(300000);
  wrong += run(1 << 23);
  printf("axpby_simd: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
