// Largest absolute value, both clauses given, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void max_abs_kernel(int n, const float *x, float *out) {
  __shared__ float warps[8];
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    s = fmaxf(s, fabsf(x[i]));
  for (int d = 16; d > 0; d /= 2)
    s = fmaxf(s, __shfl_down_sync(0xffffffffu, s, d));
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; w++)
      s = fmaxf(s, warps[w]);
    atomicMax((int *)out, __float_as_int(s));
  }
}

float max_abs(int n, const float *x) {
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_s;
  cudaMalloc(&d_s, sizeof(float));
  cudaMemset(d_s, 0, sizeof(float));
  max_abs_kernel<<<264, 256>>>(n, d_x, d_s);
  float s = 0;
  cudaMemcpy(&s, d_s, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_s);
  return s;
}

static int run(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    x[i] = i % 1000 - 700;
  int wrong = max_abs(n, x) != 700.0f;
  free(x);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 20);
  wrong += run(20000000);
  printf("max_abs: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
