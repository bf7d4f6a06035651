#include "kernels.h"
#include "util.h"

__device__ static float weight(int i) { return 1.0f / (1 + i); }

__global__ void prepare(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = weight(i);
}

void run_prepare(float* v, int n) { prepare<<<blocks_for(n, kThreads), kThreads>>>(v, n); }
