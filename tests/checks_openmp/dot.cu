// Dot product in double, reduced over teams, in CUDA.
#include <stdio.h>
#include <stdlib.h>

__global__ void dot_kernel(int n, const double *x, const double *y, double *out) {
  __shared__ double warps[8];
  double s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    s += x[i] * y[i];
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

double dot(int n, const double *x, const double *y) {
  double *d_x;
  cudaMalloc(&d_x, n * sizeof(double));
  cudaMemcpy(d_x, x, n * sizeof(double), cudaMemcpyHostToDevice);
  double *d_y;
  cudaMalloc(&d_y, n * sizeof(double));
  cudaMemcpy(d_y, y, n * sizeof(double), cudaMemcpyHostToDevice);
  double *d_s;
  cudaMalloc(&d_s, sizeof(double));
  cudaMemset(d_s, 0, sizeof(double));
  dot_kernel<<<1056, 256>>>(n, d_x, d_y, d_s);
  double s = 0;
  cudaMemcpy(&s, d_s, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_s);
  return s;
}

static int run(int n) {
  double *x = (double *)malloc(n * sizeof(double));
  double *y = (double *)malloc(n * sizeof(double));
  double want = 0;
  for (int i = 0; i < n; i++) {
    x[i] = i % 7;
    y[i] = i % 3;
    want += (i % 7) * (i % 3);
  }
  int wrong = dot(n, x, y) != want;
  free(x);
  free(y);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 18);
  wrong += run(1 << 22);
  wrong += run(1 << 24);
  printf("dot: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
