#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void half_scale(const half* __restrict__ x, half* __restrict__ y,
    const half2* __restrict__ p, float2* __restrict__ q, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  half h = x[i] * __float2half(0.5f) + __float2half(1.0f);
  half m = __hmax(h, __float2half(s));
  y[i] = (m > __float2half(2.0f)) ? hsqrt(m) : __hfma(h, h, m);
  half2 v = p[i] * __halves2half2(h, m) + p[i];
  float2 f = __half22float2(v);
  f.x = f.x + __half2float(y[i]);
  q[i] = f;
}

int main() {
  const float s = 2.25;
  const int n = 1048576;
  std::vector<half> h_x(1048576);
  for (size_t i = 0; i < h_x.size(); ++i) {
    h_x[i] = __float2half((float)(1 + 1 * (rand() / (double)RAND_MAX)));
  }
  half* d_x = nullptr;
  cudaMalloc(&d_x, h_x.size() * sizeof(half));
  cudaMemcpy(d_x, h_x.data(), h_x.size() * sizeof(half), cudaMemcpyHostToDevice);
  std::vector<half> h_y(1048576);
  for (size_t i = 0; i < h_y.size(); ++i) {
    h_y[i] = __float2half((float)(1 + 1 * (rand() / (double)RAND_MAX)));
  }
  half* d_y = nullptr;
  cudaMalloc(&d_y, h_y.size() * sizeof(half));
  cudaMemcpy(d_y, h_y.data(), h_y.size() * sizeof(half), cudaMemcpyHostToDevice);
  std::vector<half> h_p(2097152);
  for (size_t i = 0; i < h_p.size(); ++i) {
    h_p[i] = __float2half((float)(1 + 1 * (rand() / (double)RAND_MAX)));
  }
  half2* d_p = nullptr;
  cudaMalloc(&d_p, h_p.size() * sizeof(half));
  cudaMemcpy(d_p, h_p.data(), h_p.size() * sizeof(half), cudaMemcpyHostToDevice);
  std::vector<float> h_q(2097152);
  for (size_t i = 0; i < h_q.size(); ++i) {
    h_q[i] = (float)(1 + 1 * (rand() / (double)RAND_MAX));
  }
  float2* d_q = nullptr;
  cudaMalloc(&d_q, h_q.size() * sizeof(float));
  cudaMemcpy(d_q, h_q.data(), h_q.size() * sizeof(float), cudaMemcpyHostToDevice);

  half_scale<<<dim3(4096), dim3(256)>>>(d_x, d_y, d_p, d_q, s, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    printf("the kernel failed\n");
    return 1;
  }
  cudaFree(d_x);
  cudaMemcpy(h_y.data(), d_y, h_y.size() * sizeof(h_y[0]), cudaMemcpyDeviceToHost);
  cudaFree(d_y);
  cudaFree(d_p);
  cudaMemcpy(h_q.data(), d_q, h_q.size() * sizeof(h_q[0]), cudaMemcpyDeviceToHost);
  cudaFree(d_q);
  return 0;
}
