#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <iostream>
#include <vector>

// out = silu(gate) * up, where gate and up are the two halves of one fused
// projection of width 2*hidden. All in fp16, math in fp32.
template <int kThreads>
__global__ void __launch_bounds__(kThreads)
swiglu_kernel(const __half2* __restrict__ fused, __half2* __restrict__ out, int hidden2)
{
  const int token = blockIdx.x;
  const __half2* gate = fused + static_cast<size_t>(token) * 2 * hidden2;
  const __half2* up = gate + hidden2;
  __half2* dst = out + static_cast<size_t>(token) * hidden2;

  for (int c = threadIdx.x; c < hidden2; c += kThreads) {
    const float2 g = __half22float2(gate[c]);
    const float2 u = __half22float2(up[c]);
    float2 r;
    r.x = g.x / (1.0f + __expf(-g.x)) * u.x;
    r.y = g.y / (1.0f + __expf(-g.y)) * u.y;
    dst[c] = __float22half2_rn(r);
  }
}

int main()
{
  constexpr int tokens = 1024;
  constexpr int hidden = 5504;
  constexpr int threads = 256;

  std::vector<__half> fused(static_cast<size_t>(tokens) * 2 * hidden);
  for (size_t i = 0; i < fused.size(); ++i)
    fused[i] = __float2half(static_cast<float>(i % 257) / 64.0f - 2.0f);

  __half2* d_fused = nullptr;
  __half2* d_out = nullptr;
  cudaMalloc(&d_fused, fused.size() * sizeof(__half));
  cudaMalloc(&d_out, sizeof(__half) * tokens * hidden);
  cudaMemcpy(d_fused, fused.data(), fused.size() * sizeof(__half), cudaMemcpyHostToDevice);

  swiglu_kernel<threads><<<tokens, threads>>>(d_fused, d_out, hidden / 2);

  std::vector<__half> out(static_cast<size_t>(tokens) * hidden);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(__half), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (auto h : out) sum += __half2float(h);
  std::cout << "checksum " << sum << '\n';

  cudaFree(d_fused);
  cudaFree(d_out);
}
