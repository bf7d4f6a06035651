// Counts points in a circle, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void count_inside_kernel(int n, const float *x, const float *y, int *out) {
  __shared__ int warps[8];
  int s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (x[i] * x[i] + y[i] * y[i] <= 1.0f) s++;
  for (int d = 16; d > 0; d /= 2)
    s += __shfl_down_sync(0xffffffffu, s, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; w++)
      s += warps[w];
    atomicAdd(out, s);
  }
}

int count_inside(int n, const float *x, const float *y) {
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  float *d_y;
  cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
  int *d_s;
  cudaMalloc(&d_s, sizeof(int));
  cudaMemset(d_s, 0, sizeof(int));
  count_inside_kernel<<<1056, 256>>>(n, d_x, d_y, d_s);
  int s = 0;
  cudaMemcpy(&s, d_s, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_s);
  return s;
}

static int run(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  float *y = (float *)malloc(n * sizeof(float));
  int want = 0;
  for (int i = 0; i < n; i++) {
    x[i] = (i % 101) * 0.01f;
    y[i] = (i % 97) * 0.01f;
    want += x[i] * x[i] + y[i] * y[i] <= 1.0f;
  }
  int found = count_inside(n, x, y);
  free(x);
  free(y);
  return abs(found - want) > want / 1000;
}

int main() {
  int wrong = run(1 << 19);
  wrong += run(1 << 23);
  printf("count_inside: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
