// y = a * x + y, the smallest program with everything in it: one kernel, two
// buffers, one launch.
//
//   ./kcast inspect examples/saxpy.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 1 << 24;
  const size_t bytes = n * sizeof(float);
  std::vector<float> x(n, 1.0f);
  std::vector<float> y(n, 2.0f);

  float* d_x = nullptr;
  float* d_y = nullptr;
  cudaMalloc(&d_x, bytes);
  cudaMalloc(&d_y, bytes);
  cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y.data(), bytes, cudaMemcpyHostToDevice);

  const int threads = 256;
  saxpy<<<(n + threads - 1) / threads, threads>>>(n, 3.0f, d_x, d_y);

  cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost);
  std::printf("y[0] = %g (5 expected)\n", y[0]);
  cudaFree(d_x);
  cudaFree(d_y);
  return 0;
}
