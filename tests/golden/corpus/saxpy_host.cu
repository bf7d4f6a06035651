#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

// y = a * x + y, one element per thread
__global__ void saxpy(const float* __restrict__ x, float* __restrict__ y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

int main() {
  const float a = 1.25;
  const int n = 1048576;
  std::vector<float> h_x(1048576);
  for (size_t i = 0; i < h_x.size(); ++i) {
    h_x[i] = (float)(1 + 1 * (rand() / (double)RAND_MAX));
  }
  float* d_x = nullptr;
  cudaMalloc(&d_x, h_x.size() * sizeof(float));
  cudaMemcpy(d_x, h_x.data(), h_x.size() * sizeof(float), cudaMemcpyHostToDevice);
  std::vector<float> h_y(1048576);
  for (size_t i = 0; i < h_y.size(); ++i) {
    h_y[i] = (float)(-1 + 2 * (rand() / (double)RAND_MAX));
  }
  float* d_y = nullptr;
  cudaMalloc(&d_y, h_y.size() * sizeof(float));
  cudaMemcpy(d_y, h_y.data(), h_y.size() * sizeof(float), cudaMemcpyHostToDevice);

  saxpy<<<dim3(4096), dim3(256)>>>(d_x, d_y, a, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    printf("the kernel failed\n");
    return 1;
  }
  cudaFree(d_x);
  cudaMemcpy(h_y.data(), d_y, h_y.size() * sizeof(h_y[0]), cudaMemcpyDeviceToHost);
  cudaFree(d_y);
  return 0;
}
