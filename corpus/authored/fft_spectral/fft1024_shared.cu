#include <cuda_runtime.h>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

// Batched 1024-point complex FFT. Each block loads one line in bit-reversed
// order into shared memory, runs ten radix-2 stages there and writes it back.
// The 512 twiddles come from a table.

constexpr int kLog = 10;
constexpr int kLen = 1 << kLog;

__global__ void __launch_bounds__(kLen / 2)
fft1024(float2* __restrict__ lines, const float2* __restrict__ twiddle)
{
  __shared__ float re[kLen], im[kLen];
  float2* line = lines + blockIdx.x * kLen;
  const int t = threadIdx.x;

  for (int i = t; i < kLen; i += kLen / 2) {
    const float2 v = line[i];
    const int r = __brev(i) >> (32 - kLog);
    re[r] = v.x;
    im[r] = v.y;
  }
  __syncthreads();

  for (int s = 0; s < kLog; ++s) {
    const int half = 1 << s;
    const int k = t & (half - 1);
    const int a = ((t >> s) << (s + 1)) + k;
    const int b = a + half;
    const float2 w = twiddle[k << (kLog - 1 - s)];
    const float xr = re[b] * w.x - im[b] * w.y;
    const float xi = re[b] * w.y + im[b] * w.x;
    re[b] = re[a] - xr;
    im[b] = im[a] - xi;
    re[a] += xr;
    im[a] += xi;
    __syncthreads();
  }

  for (int i = t; i < kLen; i += kLen / 2)
    line[i] = make_float2(re[i], im[i]);
}

int main()
{
  const int batch = 2048;
  std::vector<std::complex<float>> h(batch * kLen), tw(kLen / 2);
  for (int i = 0; i < batch * kLen; ++i)
    h[i] = std::complex<float>((float)(i % 16), 0.0f);
  for (int k = 0; k < kLen / 2; ++k)
    tw[k] = std::polar(1.0f, -6.28318531f * k / kLen);

  float2 *dLines, *dTw;
  cudaMalloc(&dLines, h.size() * sizeof(float2));
  cudaMalloc(&dTw, tw.size() * sizeof(float2));
  cudaMemcpy(dLines, h.data(), h.size() * sizeof(float2), cudaMemcpyHostToDevice);
  cudaMemcpy(dTw, tw.data(), tw.size() * sizeof(float2), cudaMemcpyHostToDevice);

  fft1024<<<batch, kLen / 2>>>(dLines, dTw);

  cudaMemcpy(h.data(), dLines, h.size() * sizeof(float2), cudaMemcpyDeviceToHost);
  std::printf("DC of line 0: %.1f (expected %.1f)\n", h[0].real(), 7.5 * kLen);
  cudaFree(dLines);
  cudaFree(dTw);
  return 0;
}
