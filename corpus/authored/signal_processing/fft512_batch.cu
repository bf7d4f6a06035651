// Batched 512-point complex FFT. One block (256 threads) per transform: Stockham
// autosort, radix 2, ping-pong in shared memory, twiddles from sincospi.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

template <int LOG2N>
__global__ void fftStockham(const float2* __restrict__ in, float2* __restrict__ out)
{
  constexpr int N = 1 << LOG2N;
  constexpr int HALF = N / 2;
  __shared__ float2 buf[2][N];

  const int j = threadIdx.x;
  const size_t base = (size_t)blockIdx.x * N;
  buf[0][j] = in[base + j];
  buf[0][j + HALF] = in[base + j + HALF];
  __syncthreads();

  int cur = 0;
#pragma unroll
  for (int stage = 0; stage < LOG2N; ++stage) {
    const int ns = 1 << stage;                 // size of the finished sub-transforms
    const int k = j & (ns - 1);
    float s, c;
    sincospif(-(float)k / ns, &s, &c);
    const float2 a = buf[cur][j];
    const float2 b = buf[cur][j + HALF];
    const float2 wb = make_float2(c * b.x - s * b.y, c * b.y + s * b.x);
    const int dst = ((j - k) << 1) + k;
    buf[cur ^ 1][dst] = make_float2(a.x + wb.x, a.y + wb.y);
    buf[cur ^ 1][dst + ns] = make_float2(a.x - wb.x, a.y - wb.y);
    cur ^= 1;
    __syncthreads();
  }
  out[base + j] = buf[cur][j];
  out[base + j + HALF] = buf[cur][j + HALF];
}

int main()
{
  constexpr int kLog = 9, kN = 1 << kLog, kBatch = 2048;
  std::vector<float2> x((size_t)kN * kBatch);
  for (int b = 0; b < kBatch; ++b)
    for (int i = 0; i < kN; ++i) {
      const float phase = 6.2831853f * (b % 100) * i / kN;
      x[(size_t)b * kN + i] = make_float2(std::cos(phase), std::sin(phase));
    }

  float2 *dIn, *dOut;
  cudaMalloc(&dIn, x.size() * sizeof(float2));
  cudaMalloc(&dOut, x.size() * sizeof(float2));
  cudaMemcpy(dIn, x.data(), x.size() * sizeof(float2), cudaMemcpyHostToDevice);
  fftStockham<kLog><<<kBatch, kN / 2>>>(dIn, dOut);
  cudaMemcpy(x.data(), dOut, x.size() * sizeof(float2), cudaMemcpyDeviceToHost);

  int wrong = 0;
  for (int b = 0; b < kBatch; ++b)             // a pure tone must land in its own bin
    wrong += std::fabs(x[(size_t)b * kN + b % 100].x - kN) > 0.5f;
  std::printf(wrong ? "%d batches wrong\n" : "all right\n", wrong);
  cudaFree(dIn);
  cudaFree(dOut);
  return wrong != 0;
}
