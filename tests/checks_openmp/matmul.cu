// Dense matrix product, an element for each thread, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void matmul_kernel(int n, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  float s = 0;
  for (int k = 0; k < n; k++)
    s += a[i * n + k] * b[k * n + j];
  c[i * n + j] = s;
}

void matmul(int n, const float *a, const float *b, float *c) {
  float *d_a;
  cudaMalloc(&d_a, (n * n) * sizeof(float));
  cudaMemcpy(d_a, a, (n * n) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_b;
  cudaMalloc(&d_b, (n * n) * sizeof(float));
  cudaMemcpy(d_b, b, (n * n) * sizeof(float), cudaMemcpyHostToDevice);
  float *d_c;
  cudaMalloc(&d_c, (n * n) * sizeof(float));
  dim3 block(32, 8);
  dim3 grid((n + 31) / 32, (n + 7) / 8);
  matmul_kernel<<<grid, block>>>(n, d_a, d_b, d_c);
  cudaMemcpy(c, d_c, (n * n) * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
}

static int run(int n) {
  float *a = (float *)malloc(n * n * sizeof(float));
  float *b = (float *)malloc(n * n * sizeof(float));
  float *c = (float *)malloc(n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) {
    a[i] = i % 3;
    b[i] = i % 5;
  }
  matmul(n, a, b, c);
  int wrong = 0;
  for (int i = 0; i < n; i += 61)
    for (int j = 0; j < n; j += 7) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      wrong += fabs(s - c[i * n + j]) > 1e-3 * fabs(s);
    }
  free(a);
  free(b);
  free(c);
  return wrong;
}

int main(void) {
  int wrong = run(256);
  wrong += run(512);
  wrong += run(1024);
  printf("matmul: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
