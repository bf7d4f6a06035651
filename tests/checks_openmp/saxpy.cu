// y = a * x + y with the defaults of the runtime, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void saxpy_kernel(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(int n, float a, const float *x, float *y) {
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_y;
  cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy_kernel<<<(n + 255) / 256, 256>>>(n, a, d_x, d_y);
  cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
}

static int run(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  float *y = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) {
    x[i] = i % 7;
    y[i] = i % 5;
  }
  saxpy(n, 2.0f, x, y);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += y[i] != 2.0f * (i % 7) + i % 5;
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 18);
  wrong += run(1 << 20);
  wrong += run(1 << 22);
  wrong += run(1 << 24);
  printf("saxpy: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
