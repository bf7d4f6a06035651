#include <cstdio>
#include <cstdlib>
#include <vector>

#include <hip/hip_runtime.h>

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
  hipMalloc(&d_x, h_x.size() * sizeof(float));
  hipMemcpy(d_x, h_x.data(), h_x.size() * sizeof(float), hipMemcpyHostToDevice);
  std::vector<float> h_y(1048576);
  for (size_t i = 0; i < h_y.size(); ++i) {
    h_y[i] = (float)(-1 + 2 * (rand() / (double)RAND_MAX));
  }
  float* d_y = nullptr;
  hipMalloc(&d_y, h_y.size() * sizeof(float));
  hipMemcpy(d_y, h_y.data(), h_y.size() * sizeof(float), hipMemcpyHostToDevice);

  saxpy<<<dim3(4096), dim3(256)>>>(d_x, d_y, a, n);
  if (hipDeviceSynchronize() != hipSuccess) {
    printf("the kernel failed\n");
    return 1;
  }
  hipFree(d_x);
  hipMemcpy(h_y.data(), d_y, h_y.size() * sizeof(h_y[0]), hipMemcpyDeviceToHost);
  hipFree(d_y);
  return 0;
}
