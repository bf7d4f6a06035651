// Fixed-point requantisation after an int8 convolution, the way mobile inference
// does it: multiply by a Q31 multiplier, rounding shift, add zero point, clamp.
#include <cstdint>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

__device__ __forceinline__ int requantOne(int acc, int mult, int shift, int zp)
{
  long long prod = (long long)acc * mult;
  int hi = (int)((prod + (1ll << 30)) >> 31);
  int rounding = (1 << shift) >> 1;
  int v = ((hi + rounding) >> shift) + zp;
  return max(-128, min(127, v));
}

template <int kUnroll>
__global__ void requantize(const int4* __restrict__ acc, const int* __restrict__ bias,
                           const int* __restrict__ mult, const int* __restrict__ shift,
                           char4* __restrict__ out, int pixels, int channels, int zeroPoint)
{
  const int c4 = threadIdx.x;                         // four channels
  const int c = c4 * 4;
  const int4 b = reinterpret_cast<const int4*>(bias)[c4];
  const int4 m = reinterpret_cast<const int4*>(mult)[c4];
  const int4 s = reinterpret_cast<const int4*>(shift)[c4];
  if (c >= channels) return;

#pragma unroll
  for (int u = 0; u < kUnroll; ++u) {
    const int p = blockIdx.x * kUnroll + u;
    if (p >= pixels) break;
    const int idx = p * (channels / 4) + c4;
    const int4 a = acc[idx];
    char4 r;
    r.x = requantOne(a.x + b.x, m.x, s.x, zeroPoint);
    r.y = requantOne(a.y + b.y, m.y, s.y, zeroPoint);
    r.z = requantOne(a.z + b.z, m.z, s.z, zeroPoint);
    r.w = requantOne(a.w + b.w, m.w, s.w, zeroPoint);
    out[idx] = r;
  }
}

int main()
{
  const int pixels = 8192, channels = 512;
  std::vector<int> acc(pixels * channels), bias(channels), mult(channels), shift(channels);
  for (int i = 0; i < pixels * channels; ++i) acc[i] = (i * 97) % 40001 - 20000;
  for (int c = 0; c < channels; ++c) {
    bias[c] = c - 256;
    mult[c] = 1 << 30;
    shift[c] = 6 + c % 3;
  }

  int *dAcc, *dBias, *dMult, *dShift;
  char4* dOut;
  cudaMalloc(&dAcc, acc.size() * sizeof(int));
  cudaMalloc(&dBias, channels * sizeof(int));
  cudaMalloc(&dMult, channels * sizeof(int));
  cudaMalloc(&dShift, channels * sizeof(int));
  cudaMalloc(&dOut, acc.size());
  cudaMemcpy(dAcc, acc.data(), acc.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dBias, bias.data(), channels * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dMult, mult.data(), channels * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dShift, shift.data(), channels * sizeof(int), cudaMemcpyHostToDevice);

  requantize<4><<<pixels / 4, channels / 4>>>(reinterpret_cast<int4*>(dAcc), dBias, dMult, dShift,
                                              dOut, pixels, channels, 3);

  std::vector<int8_t> out(acc.size());
  cudaMemcpy(out.data(), dOut, out.size(), cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int8_t v : out) sum += v;
  std::cout << "sum " << sum << std::endl;
  cudaFree(dAcc); cudaFree(dBias); cudaFree(dMult); cudaFree(dShift); cudaFree(dOut);
  return 0;
}
