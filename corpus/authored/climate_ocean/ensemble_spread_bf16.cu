#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Ensemble mean and spread (standard deviation) of a forecast field. Members are kept as bf16
// anomalies to a float reference field; two grid points per thread.

template <int MEMBERS>
__global__ void ensemble_stats(const __nv_bfloat162* __restrict__ anomaly, const float2* __restrict__ reference,
                               float2* __restrict__ mean, float2* __restrict__ spread, int pairs)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  float2 s = make_float2(0.f, 0.f), s2 = s;
#pragma unroll 8
  for (int m = 0; m < MEMBERS; ++m) {
    const float2 a = __bfloat1622float2(anomaly[(size_t)m * pairs + i]);
    s.x += a.x;         s.y += a.y;
    s2.x += a.x * a.x;  s2.y += a.y * a.y;
  }
  constexpr float inv = 1.f / MEMBERS;
  const float mx = s.x * inv, my = s.y * inv;
  const float2 r = reference[i];
  mean[i] = make_float2(r.x + mx, r.y + my);
  spread[i] = make_float2(sqrtf(fmaxf(s2.x * inv - mx * mx, 0.f)), sqrtf(fmaxf(s2.y * inv - my * my, 0.f)));
}

int main()
{
  constexpr int members = 32;
  const int points = 1440 * 721, pairs = points / 2;
  std::vector<__nv_bfloat16> an((size_t)members * points);
  std::vector<float> ref(points);
  for (size_t k = 0; k < an.size(); ++k) an[k] = __float2bfloat16(0.125f * (float)(k % 9) - 0.5f);
  for (int p = 0; p < points; ++p) ref[p] = 280.f + 0.01f * (p % 1440);

  __nv_bfloat162* d_an;
  float2 *d_ref, *d_mean, *d_spread;
  cudaMalloc(&d_an, an.size() * sizeof(__nv_bfloat16));
  cudaMalloc(&d_ref, points * sizeof(float));
  cudaMalloc(&d_mean, points * sizeof(float));
  cudaMalloc(&d_spread, points * sizeof(float));
  cudaMemcpy(d_an, an.data(), an.size() * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice);
  cudaMemcpy(d_ref, ref.data(), points * sizeof(float), cudaMemcpyHostToDevice);

  ensemble_stats<members><<<(pairs + 255) / 256, 256>>>(d_an, d_ref, d_mean, d_spread, pairs);

  float2 m, s;
  cudaMemcpy(&m, d_mean, sizeof m, cudaMemcpyDeviceToHost);
  cudaMemcpy(&s, d_spread, sizeof s, cudaMemcpyDeviceToHost);
  std::printf("first point: %.3f +- %.3f K\n", m.x, s.x);
  cudaFree(d_an); cudaFree(d_ref); cudaFree(d_mean); cudaFree(d_spread);
}
