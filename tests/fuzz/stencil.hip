#include <hip/hip_runtime.h>
__global__ void stencil(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  out[y * w + x] = 0.25f * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}
int main() {
  float *a, *b;
  hipMalloc(&a, 1024 * 1024 * 4);
  hipMalloc(&b, 1024 * 1024 * 4);
  for (int i = 0; i < 10; ++i) hipLaunchKernelGGL(stencil, dim3(64, 64), dim3(16, 16), 0, 0, a, b, 1024, 1024);
}
