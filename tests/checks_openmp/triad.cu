// STREAM triad in double, 256 threads a team, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void triad_kernel(int n, double s, double *a, const double *b, const double *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i] + s * c[i];
}

void triad(int n, double s, double *a, const double *b, const double *c) {
  double *d_a;
  cudaMalloc(&d_a, n * sizeof(double));
  double *d_b;
  cudaMalloc(&d_b, n * sizeof(double));
  cudaMemcpy(d_b, b, n * sizeof(double), cudaMemcpyHostToDevice);
  double *d_c;
  cudaMalloc(&d_c, n * sizeof(double));
  cudaMemcpy(d_c, c, n * sizeof(double), cudaMemcpyHostToDevice);
  triad_kernel<<<(n + 255) / 256, 256>>>(n, s, d_a, d_b, d_c);
  cudaMemcpy(a, d_a, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
}

static int run(int n) {
  double *a = (double *)malloc(n * sizeof(double));
  double *b = (double *)malloc(n * sizeof(double));
  double *c = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    b[i] = i % 11;
    c[i] = i % 3;
  }
  triad(n, 3.0, a, b, c);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += a[i] != i % 11 + 3.0 * (i % 3);
  free(a);
  free(b);
  free(c);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 20);
  wrong += run(10000000);
  printf("triad: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
