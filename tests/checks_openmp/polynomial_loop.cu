// A polynomial of degree 32 with the loop construct, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void polynomial_loop_kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 1.0f;
  for (int k = 0; k < 32; k++)
    s = s * x[i] + 0.5f;
  y[i] = s;
}

void polynomial_loop(int n, const float *x, float *y) {
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_y;
  cudaMalloc(&d_y, n * sizeof(float));
  polynomial_loop_kernel<<<(n + 255) / 256, 256>>>(n, d_x, d_y);
  cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
}

static int run(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  float *y = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    x[i] = (i % 100) * 0.01f;
  polynomial_loop(n, x, y);
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    float s = 1.0f;
    for (int k = 0; k < 32; k++)
      s = s * x[i] + 0.5f;
    wrong += fabsf(s - y[i]) > 1e-2f;
  }
  free(x);
  free(y);
  return wrong;
}

int main() {
  int wrong = run(1 << 20);
  wrong += run(1 << 24);
  printf("polynomial_loop: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
