#include <cuda_runtime.h>
#include <math_constants.h>
#include <cassert>
#include <iostream>
#include <memory>

namespace softmax {

struct MaxSum {
  float m;
  float d;
};

__device__ __forceinline__ MaxSum merge(MaxSum a, MaxSum b) {
  const bool aBigger = a.m > b.m;
  const MaxSum hi = aBigger ? a : b;
  const MaxSum lo = aBigger ? b : a;
  return {hi.m, hi.d + lo.d * __expf(lo.m - hi.m)};
}

// Milakov/Gimelshein normaliser: maximum and sum in one reading of the row.
template <int kCols, int kWarpsPerBlock>
__global__ void onlineKernel(const float* __restrict__ x, float* __restrict__ y, int rows) {
  static_assert(kCols % 32 == 0, "columns must fill whole warps");
  constexpr int kPerLane = kCols / 32;
  const int lane = threadIdx.x & 31;
  const int row = blockIdx.x * kWarpsPerBlock + (threadIdx.x >> 5);
  if (row >= rows) return;

  float v[kPerLane];
  MaxSum run{-CUDART_INF_F, 0.f};
#pragma unroll
  for (int k = 0; k < kPerLane; ++k) {
    v[k] = x[row * kCols + k * 32 + lane];
    const float m = fmaxf(run.m, v[k]);
    run.d = run.d * __expf(run.m - m) + __expf(v[k] - m);
    run.m = m;
  }
#pragma unroll
  for (int delta = 1; delta < 32; delta <<= 1) {
    MaxSum other;
    other.m = __shfl_xor_sync(0xffffffff, run.m, delta);
    other.d = __shfl_xor_sync(0xffffffff, run.d, delta);
    run = merge(run, other);
  }
  const float inv = __fdividef(1.f, run.d);
#pragma unroll
  for (int k = 0; k < kPerLane; ++k)
    y[row * kCols + k * 32 + lane] = __expf(v[k] - run.m) * inv;
}

}  // namespace softmax

int main() {
  constexpr int rows = 16384, cols = 384, warps = 8;
  auto h = std::make_unique<float[]>(rows * cols);
  for (int i = 0; i < rows * cols; ++i) h[i] = static_cast<float>(i % 389) * 0.03f - 6.f;

  float *x, *y;
  cudaMalloc(&x, rows * cols * sizeof(float));
  cudaMalloc(&y, rows * cols * sizeof(float));
  cudaMemcpy(x, h.get(), rows * cols * sizeof(float), cudaMemcpyHostToDevice);

  softmax::onlineKernel<cols, warps><<<(rows + warps - 1) / warps, warps * 32>>>(x, y, rows);
  assert(cudaGetLastError() == cudaSuccess);

  cudaMemcpy(h.get(), y, rows * cols * sizeof(float), cudaMemcpyDeviceToHost);
  float s = 0;
  for (int c = 0; c < cols; ++c) s += h[c];
  std::cout << "sum of first row " << s << "\n";
  cudaFree(x);
  cudaFree(y);
  return 0;
}
