#include "gpu.h"

__global__ void fill_kernel(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 1.0f;
}
void fill(float* x, int n) { fill_kernel<<<n / 256, 256>>>(x, n); }
