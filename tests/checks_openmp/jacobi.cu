// A Jacobi step and the copy back, in CUDA.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void jacobi_step_kernel(int n, const float *u, float *v, float *largest) {
  __shared__ float warps[8];
  int c = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int r = blockIdx.y * blockDim.y + threadIdx.y + 1;
  float s = 0;
  if (r < n - 1 && c < n - 1) {
    float w = 0.25f * (u[r * n + c - 1] + u[r * n + c + 1] + u[(r - 1) * n + c] +
                       u[(r + 1) * n + c]);
    v[r * n + c] = w;
    s = fabsf(w - u[r * n + c]);
  }
  for (int d = 16; d > 0; d /= 2)
    s = fmaxf(s, __shfl_down_sync(0xffffffffu, s, d));
  if (threadIdx.x == 0) warps[threadIdx.y] = s;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    for (int w = 1; w < 8; w++)
      s = fmaxf(s, warps[w]);
    atomicMax((int *)largest, __float_as_int(s));
  }
}

__global__ void jacobi_copy_kernel(int n, float *u, const float *v) {
  int c = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int r = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (r < n - 1 && c < n - 1) u[r * n + c] = v[r * n + c];
}

float jacobi(int n, float *u, float *v) {
  float *d_u, *d_v, *d_largest;
  cudaMalloc(&d_u, n * n * sizeof(float));
  cudaMalloc(&d_v, n * n * sizeof(float));
  cudaMalloc(&d_largest, sizeof(float));
  cudaMemcpy(d_u, u, n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_v, v, n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_largest, 0, sizeof(float));
  dim3 block(32, 8);
  dim3 grid((n - 2 + 31) / 32, (n - 2 + 7) / 8);
  jacobi_step_kernel<<<grid, block>>>(n, d_u, d_v, d_largest);
  jacobi_copy_kernel<<<grid, block>>>(n, d_u, d_v);
  float largest = 0;
  cudaMemcpy(&largest, d_largest, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(u, d_u, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_u);
  cudaFree(d_v);
  cudaFree(d_largest);
  return largest;
}

static int run(int n) {
  float *u = (float *)malloc(n * n * sizeof(float));
  float *v = (float *)malloc(n * n * sizeof(float));
  float *want = (float *)malloc(n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) {
    u[i] = i % 10;
    v[i] = i % 10;
    want[i] = i % 10;
  }
  float largest = jacobi(n, u, v);
  float expected = 0;
  int wrong = 0;
  for (int r = 1; r < n - 1; r++)
    for (int c = 1; c < n - 1; c++) {
      int i = r * n + c;
      float w = 0.25f * (want[i - 1] + want[i + 1] + want[i - n] + want[i + n]);
      expected = fmaxf(expected, fabsf(w - want[i]));
      wrong += fabsf(w - u[i]) > 1e-4f;
    }
  wrong += fabsf(expected - largest) > 1e-4f;
  free(u);
  free(v);
  free(want);
  return wrong;
}

int main(void) {
  int wrong = run(1000);
  wrong += run(3000);
  printf("jacobi: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
