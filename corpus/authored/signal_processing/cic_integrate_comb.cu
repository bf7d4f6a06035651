#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Cascaded integrator-comb decimator (3 stages, R = 16) on 16-bit ADC channels. Integer
// arithmetic wraps by design, so 64-bit registers need no scaling.

template <int STAGES, int R>
__global__ void cicDecimate(const int16_t *adc, int64_t *out, int channels, int outSamples)
{
  const int ch = blockIdx.x * blockDim.x + threadIdx.x;
  if (ch >= channels) return;

  int64_t integ[STAGES] = {}, comb[STAGES] = {};
  for (int o = 0; o < outSamples; ++o) {
    for (int k = 0; k < R; ++k) {
      int64_t acc = adc[(int64_t)(o * R + k) * channels + ch];
#pragma unroll
      for (int s = 0; s < STAGES; ++s) {
        integ[s] += acc;
        acc = integ[s];
      }
    }
    int64_t v = integ[STAGES - 1];
#pragma unroll
    for (int s = 0; s < STAGES; ++s) {
      const int64_t d = v - comb[s];
      comb[s] = v;
      v = d;
    }
    out[(int64_t)o * channels + ch] = v;
  }
}

int main()
{
  const int channels = 4096, outSamples = 64;
  constexpr int R = 16;
  const size_t nIn = (size_t)channels * outSamples * R;

  std::vector<int16_t> adc(nIn);
  for (size_t i = 0; i < nIn; ++i) adc[i] = 1000;      // DC: gain must be R^3

  int16_t *dAdc;
  int64_t *dOut;
  cudaMalloc(&dAdc, nIn * sizeof(int16_t));
  cudaMalloc(&dOut, (size_t)channels * outSamples * sizeof(int64_t));
  cudaMemcpy(dAdc, adc.data(), nIn * sizeof(int16_t), cudaMemcpyHostToDevice);
  cicDecimate<3, R><<<(channels + 63) / 64, 64>>>(dAdc, dOut, channels, outSamples);

  int64_t last = 0;
  cudaMemcpy(&last, dOut + (size_t)channels * (outSamples - 1), sizeof(last), cudaMemcpyDeviceToHost);
  printf("settled at %lld, expected %lld\n", (long long)last, 1000LL * R * R * R);
  cudaFree(dAdc);
  cudaFree(dOut);
  return last == 1000LL * R * R * R ? 0 : 1;
}
