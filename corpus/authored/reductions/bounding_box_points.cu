#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cfloat>

// Axis-aligned box around a point cloud. Blocks write their own boxes; the
// block that takes the last ticket folds them together, so one launch is enough.

#define BS 256
#define NB 128

struct Box { float3 lo, hi; };

__device__ unsigned int ticketCounter = 0;

__device__ void grow(Box &b, const float3 &p, const float3 &q)
{
  b.lo.x = fminf(b.lo.x, p.x); b.lo.y = fminf(b.lo.y, p.y); b.lo.z = fminf(b.lo.z, p.z);
  b.hi.x = fmaxf(b.hi.x, q.x); b.hi.y = fmaxf(b.hi.y, q.y); b.hi.z = fmaxf(b.hi.z, q.z);
}

__device__ void foldBlock(Box *sh, Box b)
{
  sh[threadIdx.x] = b;
  __syncthreads();
  for (int s = BS / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      grow(sh[threadIdx.x], sh[threadIdx.x + s].lo, sh[threadIdx.x + s].hi);
    __syncthreads();
  }
}

__global__ void boundingBox(const float3 *pts, int n, Box *boxes)
{
  __shared__ Box sh[BS];
  __shared__ bool last;

  Box b;
  b.lo = make_float3(FLT_MAX, FLT_MAX, FLT_MAX);
  b.hi = make_float3(-FLT_MAX, -FLT_MAX, -FLT_MAX);
  Box mine = b;
  for (int i = blockIdx.x * BS + threadIdx.x; i < n; i += NB * BS)
    grow(mine, pts[i], pts[i]);
  foldBlock(sh, mine);

  if (threadIdx.x == 0) {
    boxes[blockIdx.x] = sh[0];
    __threadfence();
    last = atomicAdd(&ticketCounter, 1u) == NB - 1;
  }
  __syncthreads();

  if (last) {
    if (threadIdx.x < NB) b = boxes[threadIdx.x];
    foldBlock(sh, b);
    if (threadIdx.x == 0) {
      boxes[NB] = sh[0];
      ticketCounter = 0;
    }
  }
}

int main(void)
{
  const int n = 2000000;
  float3 *pts = (float3 *)malloc(n * sizeof(float3)), *dPts;
  Box *dBoxes, box;

  for (int i = 0; i < n; i++) {
    pts[i].x = (float)(i % 1013) * 0.1f;
    pts[i].y = (float)(i % 757) * -0.2f;
    pts[i].z = (float)(i % 331) + 4.0f;
  }
  cudaMalloc(&dPts, n * sizeof(float3));
  cudaMalloc(&dBoxes, (NB + 1) * sizeof(Box));
  cudaMemcpy(dPts, pts, n * sizeof(float3), cudaMemcpyHostToDevice);

  boundingBox<<<NB, BS>>>(dPts, n, dBoxes);

  cudaMemcpy(&box, dBoxes + NB, sizeof(Box), cudaMemcpyDeviceToHost);
  printf("[%g %g] x [%g %g] x [%g %g]\n", box.lo.x, box.hi.x, box.lo.y, box.hi.y, box.lo.z, box.hi.z);
  cudaFree(dPts);
  cudaFree(dBoxes);
  free(pts);
  return 0;
}
