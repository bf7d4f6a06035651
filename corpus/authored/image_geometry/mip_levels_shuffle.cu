#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Three mip levels in one pass. A warp owns an 16x8 patch of level 0 (each lane a 2x2 quad);
// level 1 is the quad mean, levels 2 and 3 come from the neighbouring lanes.

#define FULL 0xffffffffu

__global__ void mipThreeLevels(const float2 *l0, float *l1, float *l2, float *l3, int n)
{
  const int lane = threadIdx.x & 31;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  const int patchesPerRow = n / 16;
  const int px = warp % patchesPerRow, py = warp / patchesPerRow;
  if (py >= n / 8) return;                       // whole warps leave

  // lane = 8 columns x 4 rows of quads
  const int qx = px * 8 + (lane & 7);
  const int qy = py * 4 + (lane >> 3);
  const float2 a = l0[(2 * qy) * (n / 2) + qx];
  const float2 b = l0[(2 * qy + 1) * (n / 2) + qx];
  float v = 0.25f * (a.x + a.y + b.x + b.y);
  l1[qy * (n / 2) + qx] = v;

  v += __shfl_xor_sync(FULL, v, 1);
  v += __shfl_xor_sync(FULL, v, 8);
  v *= 0.25f;
  if ((lane & 9) == 0)
    l2[(qy >> 1) * (n / 4) + (qx >> 1)] = v;

  v += __shfl_xor_sync(FULL, v, 2);
  v += __shfl_xor_sync(FULL, v, 16);
  v *= 0.25f;
  if ((lane & 27) == 0)
    l3[(qy >> 2) * (n / 8) + (qx >> 2)] = v;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 2048;
  size_t base = (size_t)n * n;
  float *h = (float *)malloc(base * sizeof(float));
  for (size_t i = 0; i < base; i++) h[i] = (float)(i & 15);

  float *pyramid;
  size_t total = base + base / 4 + base / 16 + base / 64;
  cudaMalloc(&pyramid, total * sizeof(float));
  cudaMemcpy(pyramid, h, base * sizeof(float), cudaMemcpyHostToDevice);
  float *l1 = pyramid + base;
  float *l2 = l1 + base / 4;
  float *l3 = l2 + base / 16;

  int warps = (n / 16) * (n / 8);
  mipThreeLevels<<<(warps + 7) / 8, 256>>>((const float2 *)pyramid, l1, l2, l3, n);

  cudaMemcpy(h, l3, base / 64 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("level 3: %g %g (want 3.5 11.5)\n", h[0], h[1]);
  cudaFree(pyramid);
  free(h);
  return 0;
}
