#include <cuda_runtime.h>
#include <stdio.h>

#define DIM 4096

// A += alpha * x * y^T ; each thread touches four neighbouring columns in
// four rows so that x stays in a register and y in one float4.
__global__ void ger4(float4 *A, const float *x, const float4 *y, float alpha, int pitch4)
{
  const int c4 = blockIdx.x * blockDim.x + threadIdx.x;
  const int r0 = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
  const float4 yv = y[c4];

#pragma unroll
  for (int k = 0; k < 4; k++) {
    const float ax = alpha * x[r0 + k];
    float4 v = A[(r0 + k) * pitch4 + c4];
    v.x += ax * yv.x;
    v.y += ax * yv.y;
    v.z += ax * yv.z;
    v.w += ax * yv.w;
    A[(r0 + k) * pitch4 + c4] = v;
  }
}

int main(void)
{
  static float x[DIM], y[DIM];
  float *dx, *dy, *dA;
  cudaEvent_t start, stop;
  float ms = 0.0f;

  for (int i = 0; i < DIM; i++) {
    x[i] = 0.5f * i;
    y[i] = 1.0f - 0.25f * (i % 8);
  }
  cudaMalloc((void **)&dx, sizeof(x));
  cudaMalloc((void **)&dy, sizeof(y));
  cudaMalloc((void **)&dA, (size_t)DIM * DIM * sizeof(float));
  cudaMemset(dA, 0, (size_t)DIM * DIM * sizeof(float));
  cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y, sizeof(y), cudaMemcpyHostToDevice);

  dim3 block(64, 4);
  dim3 grid(DIM / 4 / 64, DIM / 16);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, 0);
  ger4<<<grid, block>>>((float4 *)dA, dx, (const float4 *)dy, 2.0f, DIM / 4);
  cudaEventRecord(stop, 0);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  printf("rank-1 update: %.3f ms, %.1f GB/s\n", ms, 2.0 * DIM * DIM * sizeof(float) / ms * 1e-6);

  cudaFree(dA); cudaFree(dx); cudaFree(dy);
  cudaEventDestroy(start); cudaEventDestroy(stop);
  return 0;
}
