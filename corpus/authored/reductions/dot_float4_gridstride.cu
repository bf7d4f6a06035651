// Dot product, vector loads, block count fixed to fill the machine.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N_ELEM   (1 << 23)
#define N_BLOCKS 264
#define BLOCK_SZ 512

__global__ void dot4(const float4 *__restrict__ a, const float4 *__restrict__ b,
                     int n4, float *__restrict__ partial)
{
  __shared__ float warp_part[BLOCK_SZ / 32];
  float s0 = 0.f, s1 = 0.f, s2 = 0.f, s3 = 0.f;

  for (int i = blockIdx.x * BLOCK_SZ + threadIdx.x; i < n4; i += N_BLOCKS * BLOCK_SZ) {
    float4 u = a[i], v = b[i];
    s0 = fmaf(u.x, v.x, s0);
    s1 = fmaf(u.y, v.y, s1);
    s2 = fmaf(u.z, v.z, s2);
    s3 = fmaf(u.w, v.w, s3);
  }
  float s = (s0 + s1) + (s2 + s3);
  for (int o = 16; o > 0; o >>= 1)
    s += __shfl_down_sync(0xffffffff, s, o);
  if ((threadIdx.x & 31) == 0)
    warp_part[threadIdx.x >> 5] = s;
  __syncthreads();

  if (threadIdx.x < 32) {
    s = threadIdx.x < BLOCK_SZ / 32 ? warp_part[threadIdx.x] : 0.f;
    for (int o = 8; o > 0; o >>= 1)
      s += __shfl_down_sync(0xffffffff, s, o);
    if (threadIdx.x == 0)
      partial[blockIdx.x] = s;
  }
}

int main(void)
{
  float *a = (float *)malloc(sizeof(float) * N_ELEM);
  float *b = (float *)malloc(sizeof(float) * N_ELEM);
  float host_partial[N_BLOCKS];
  float *da, *db, *dp;

  srand(1);
  for (int i = 0; i < N_ELEM; i++) {
    a[i] = rand() / (float)RAND_MAX;
    b[i] = rand() / (float)RAND_MAX;
  }
  cudaMalloc((void **)&da, sizeof(float) * N_ELEM);
  cudaMalloc((void **)&db, sizeof(float) * N_ELEM);
  cudaMalloc((void **)&dp, sizeof(float) * N_BLOCKS);
  cudaMemcpy(da, a, sizeof(float) * N_ELEM, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(float) * N_ELEM, cudaMemcpyHostToDevice);

  dot4<<<N_BLOCKS, BLOCK_SZ>>>((float4 *)da, (float4 *)db, N_ELEM / 4, dp);
  cudaMemcpy(host_partial, dp, sizeof(host_partial), cudaMemcpyDeviceToHost);

  double dot = 0.0;
  for (int i = 0; i < N_BLOCKS; i++) dot += host_partial[i];
  printf("a.b / n = %f (about 0.25)\n", dot / N_ELEM);

  free(a); free(b);
  cudaFree(da); cudaFree(db); cudaFree(dp);
  return 0;
}
