#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// 32 floats per row, one lane each; a bitonic network made of shuffles only.

#define FULL 0xffffffffu
const int kRows = 65536;

__device__ __forceinline__ float exchange(float x, int mask, bool keepMin)
{
  float y = __shfl_xor_sync(FULL, x, mask);
  return keepMin ? fminf(x, y) : fmaxf(x, y);
}

__global__ void sortRows32(float *rows)
{
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = rows[g];

#pragma unroll
  for (int size = 2; size <= 32; size <<= 1) {
#pragma unroll
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
      bool lower = (lane & stride) == 0;
      bool up = (lane & size) == 0;      // with size 32 always true
      x = exchange(x, stride, lower == up);
    }
  }
  rows[g] = x;
}

int main(void)
{
  size_t bytes = kRows * 32 * sizeof(float);
  float *h = (float *)malloc(bytes);
  for (int i = 0; i < kRows * 32; ++i)
    h[i] = (float)((i * 7919u) % 10007u);

  float *d;
  cudaMalloc((void **)&d, bytes);
  cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);

  cudaEvent_t e0, e1;
  cudaEventCreate(&e0); cudaEventCreate(&e1);
  cudaEventRecord(e0);
  sortRows32<<<kRows * 32 / 256, 256>>>(d);
  cudaEventRecord(e1);
  cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
  float ms;
  cudaEventElapsedTime(&ms, e0, e1);

  for (int r = 0; r < kRows; ++r)
    for (int i = 1; i < 32; ++i)
      if (h[r * 32 + i - 1] > h[r * 32 + i]) {
        printf("row %d not sorted\n", r);
        return 1;
      }
  printf("%d rows in %.3f ms\n", kRows, ms);
  cudaFree(d);
  free(h);
  return 0;
}
