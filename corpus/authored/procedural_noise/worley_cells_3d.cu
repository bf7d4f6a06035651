#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Cellular (Worley) noise volume for cloud shapes: F2 - F1 over the 27 cells around a voxel,
   one feature point a cell from an integer hash. The volume tiles, so cells wrap. */

#define RES 128
#define CELLS 16

__device__ __forceinline__ uint32_t hash3(int x, int y, int z)
{
  uint32_t h = (uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u ^ (uint32_t)z * 0xcb1ab31fu;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  return h;
}

__global__ void worley(float *__restrict__ volume)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const float scale = (float)CELLS / RES;
  const float px = (x + 0.5f) * scale, py = (y + 0.5f) * scale, pz = (z + 0.5f) * scale;
  const int cx = (int)px, cy = (int)py, cz = (int)pz;

  float f1 = 1e9f, f2 = 1e9f;
#pragma unroll
  for (int k = -1; k <= 1; ++k)
#pragma unroll
    for (int j = -1; j <= 1; ++j)
#pragma unroll
      for (int i = -1; i <= 1; ++i) {
        const uint32_t h = hash3((cx + i) & (CELLS - 1), (cy + j) & (CELLS - 1), (cz + k) & (CELLS - 1));
        const float dx = cx + i + (h & 1023) * (1.0f / 1024) - px;
        const float dy = cy + j + (h >> 10 & 1023) * (1.0f / 1024) - py;
        const float dz = cz + k + (h >> 20 & 1023) * (1.0f / 1024) - pz;
        const float d = dx * dx + dy * dy + dz * dz;
        f2 = fminf(f2, fmaxf(f1, d));
        f1 = fminf(f1, d);
      }
  volume[(z * RES + y) * RES + x] = sqrtf(f2) - sqrtf(f1);
}

int main(void)
{
  float *d_vol;
  size_t bytes = (size_t)RES * RES * RES * sizeof(float);
  if (cudaMalloc((void **)&d_vol, bytes) != cudaSuccess) return 1;

  dim3 block(32, 4, 2), grid(RES / 32, RES / 4, RES / 2);
  worley<<<grid, block>>>(d_vol);

  float *vol = (float *)malloc(bytes);
  cudaMemcpy(vol, d_vol, bytes, cudaMemcpyDeviceToHost);
  int hist[10] = { 0 };
  for (int i = 0; i < RES * RES * RES; ++i) {
    int b = (int)(vol[i] * 10.0f);
    hist[b < 0 ? 0 : b > 9 ? 9 : b]++;
  }
  for (int b = 0; b < 10; ++b) printf("%.1f: %d\n", 0.1 * b, hist[b]);
  free(vol);
  cudaFree(d_vol);
  return 0;
}
