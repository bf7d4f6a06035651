// The ending says C++, the words say CUDA.
#include <cuda_runtime.h>

__global__ void fill(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 1.0f;
}

int main() {
  float* x;
  const int n = 1 << 20;
  cudaMalloc(&x, n * sizeof(float));
  fill<<<n / 256, 256>>>(x, n);
  cudaFree(x);
}
