// Launches through the runtime's functions instead of brackets.
#include <cuda_runtime.h>

__global__ void scale_by(float* v, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= f;
}

template <int UNROLL>
__global__ void chunked(float* v) {
#pragma unroll
  for (int i = 0; i < UNROLL; ++i) v[threadIdx.x * UNROLL + i] += i;
}

int main() {
  int n = 500;
  float f = 0.75f;
  float* v;
  cudaMalloc(&v, n * sizeof(float));
  void* args[3] = {&v, &f, &n};
  dim3 grid(5), block(100);
  cudaLaunchKernel((const void*)scale_by, grid, block, args, 64, 0);
  float* half_way = v + 250;
  void* other[] = {(void*)&half_way};
  cudaLaunchKernel((void*)chunked<4>, dim3(1), dim3(25), other, 0, nullptr);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2, 2);
  config.blockDim = dim3(50);
  cudaLaunchKernelEx(&config, scale_by, v, 1.0f, 200);
}
