// ptx: bar.sync
#include "hip/hip_runtime.h"
#include <iostream>

#define WIDTH 1024
#define TILE 32

__global__ void transpose(float* out, float* in, const int width) {
  __shared__ float tile[TILE][TILE + 1];
  int x = hipBlockIdx_x * TILE + hipThreadIdx_x;
  int y = hipBlockIdx_y * TILE + hipThreadIdx_y;
  tile[hipThreadIdx_y][hipThreadIdx_x] = in[y * width + x];
  __syncthreads();
  x = hipBlockIdx_y * TILE + hipThreadIdx_x;
  y = hipBlockIdx_x * TILE + hipThreadIdx_y;
  out[y * width + x] = tile[hipThreadIdx_x][hipThreadIdx_y];
}

template <typename T, int N>
__global__ void shift(T* v) {
  for (int i = 0; i < N; ++i) v[hipThreadIdx_x + i] += T(i);
}

int main() {
  hipDeviceProp_t devProp;
  hipGetDeviceProperties(&devProp, 0);
  std::cout << "Device " << devProp.name << std::endl;
  float *in, *out;
  hipMalloc((void**)&in, WIDTH * WIDTH * sizeof(float));
  hipMalloc((void**)&out, WIDTH * WIDTH * sizeof(float));
  hipLaunchKernelGGL(transpose, dim3(WIDTH / TILE, WIDTH / TILE), dim3(TILE, TILE), 0, 0, out, in, WIDTH);
  hipLaunchKernelGGL((shift<float, 3>), 4, 64, 128, 0, out);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(shift<double, 2>), dim3(1), dim3(16), 0, 0, (double*)in);
  hipFree(in);
  hipFree(out);
}
