// Rows scaled to length one, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void row_norms_kernel(int cols, float *a) {
  __shared__ float warps[4];
  __shared__ float scale;
  int r = blockIdx.x;
  float s = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    s += a[r * cols + c] * a[r * cols + c];
  for (int d = 16; d > 0; d /= 2)
    s += __shfl_down_sync(0xffffffffu, s, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) scale = 1.0f / sqrtf(warps[0] + warps[1] + warps[2] + warps[3] + 1.0f);
  __syncthreads();
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    a[r * cols + c] *= scale;
}

void row_norms(int rows, int cols, float *a) {
  float *d_a;
  cudaMalloc(&d_a, (rows * cols) * sizeof(float));
  cudaMemcpy(d_a, a, (rows * cols) * sizeof(float), cudaMemcpyHostToDevice);
  row_norms_kernel<<<rows, 128>>>(cols, d_a);
  cudaMemcpy(a, d_a, (rows * cols) * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_a);
}

static int run(int rows, int cols) {
  float *a = (float *)malloc(rows * cols * sizeof(float));
  for (int i = 0; i < rows * cols; i++)
    a[i] = i % 9;
  row_norms(rows, cols, a);
  int wrong = 0;
  for (int r = 0; r < rows; r++) {
    double s = 1;
    for (int c = 0; c < cols; c++)
      s += (double)((r * cols + c) % 9) * ((r * cols + c) % 9);
    for (int c = 0; c < cols; c += 100)
      wrong += fabs((r * cols + c) % 9 / sqrt(s) - a[r * cols + c]) > 1e-4;
  }
  free(a);
  return wrong;
}

int main(void) {
  int wrong = run(512, 1024);
  wrong += run(2048, 4096);
  printf("row_norms: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
