#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;

// FAST-9: a pixel is a corner if nine contiguous pixels of the 16-pixel circle are all
// brighter or all darker than it by a threshold. Corners are appended to a list with one
// atomic per coalesced group.

constexpr int W = 1024, H = 768;
constexpr int MAX_CORNERS = 65536;

__constant__ int circleOffset[16];

__device__ bool hasRun9(unsigned mask)
{
  unsigned m = mask | (mask << 16);
  unsigned r = m & (m >> 1);       // runs of 2
  r &= r >> 2;                     // 4
  r &= r >> 4;                     // 8
  r &= m >> 8;                     // 9
  return (r & 0xffffu) != 0;
}

__global__ void fast9(const uint8_t* __restrict__ img, int threshold, short2* corners, int* nCorners)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  bool corner = false;

  if (x >= 3 && x < W - 3 && y >= 3 && y < H - 3) {
    const uint8_t* c = img + y * W + x;
    const int centre = *c;
    unsigned bright = 0, dark = 0;
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      const int v = c[circleOffset[k]];
      bright |= (v > centre + threshold ? 1u : 0u) << k;
      dark |= (v < centre - threshold ? 1u : 0u) << k;
    }
    corner = hasRun9(bright) || hasRun9(dark);
  }

  if (corner) {
    cg::coalesced_group g = cg::coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0) base = atomicAdd(nCorners, (int)g.size());
    const int slot = g.shfl(base, 0) + (int)g.thread_rank();
    if (slot < MAX_CORNERS) corners[slot] = make_short2((short)x, (short)y);
  }
}

int main()
{
  static uint8_t img[W * H];
  for (int i = 0; i < W * H; ++i) {                 // bright squares on grey
    const int u = (i % W) % 48, v = (i / W) % 48;
    img[i] = u >= 20 && u < 40 && v >= 20 && v < 40 ? 190 : 90;
  }

  const int dx[16] = {0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1};
  const int dy[16] = {-3, -3, -2, -1, 0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3};
  int offs[16];
  for (int k = 0; k < 16; ++k) offs[k] = dy[k] * W + dx[k];
  cudaMemcpyToSymbol(circleOffset, offs, sizeof(offs));

  uint8_t* dImg;
  short2* dCorners;
  int* dCount;
  cudaMalloc(&dImg, sizeof(img));
  cudaMalloc(&dCorners, MAX_CORNERS * sizeof(short2));
  cudaMalloc(&dCount, sizeof(int));
  cudaMemcpy(dImg, img, sizeof(img), cudaMemcpyHostToDevice);
  cudaMemset(dCount, 0, sizeof(int));

  fast9<<<dim3(W / 32, H / 8), dim3(32, 8)>>>(dImg, 30, dCorners, dCount);

  int count = 0;
  cudaMemcpy(&count, dCount, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d corners\n", count);
  cudaFree(dImg);
  cudaFree(dCorners);
  cudaFree(dCount);
  return 0;
}
