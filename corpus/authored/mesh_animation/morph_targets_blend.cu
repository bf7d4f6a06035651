#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// face = base + sum_k w_k * delta_k, deltas stored target after target.
// Weights that are zero this frame are skipped for the whole grid.

template <int K>
struct MorphWeights { float w[K]; };

template <int K>
__global__ void blendTargets(const float4 *base, const float4 *deltas, float4 *out,
                             MorphWeights<K> weights, size_t n)
{
  const size_t step = (size_t)gridDim.x * blockDim.x;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
  {
    float4 p = base[i];
#pragma unroll
    for (int k = 0; k < K; ++k)
    {
      if (weights.w[k] == 0.0f) continue;
      const float4 d = deltas[k * n + i];
      p.x = fmaf(weights.w[k], d.x, p.x);
      p.y = fmaf(weights.w[k], d.y, p.y);
      p.z = fmaf(weights.w[k], d.z, p.z);
    }
    out[i] = p;
  }
}

int main()
{
  constexpr int kTargets = 8;
  const size_t n = 300000;

  std::vector<float4> base(n), deltas(n * kTargets);
  for (size_t i = 0; i < n; ++i)
    base[i] = make_float4(i * 1e-5f, 1.f - i * 1e-5f, 0.5f, 1.f);
  for (size_t i = 0; i < n * kTargets; ++i)
    deltas[i] = make_float4((i % 13) * 0.001f, (i % 7) * -0.002f, (i % 5) * 0.003f, 0.f);

  float4 *dBase, *dDeltas, *dOut;
  cudaMalloc(&dBase, n * sizeof(float4));
  cudaMalloc(&dDeltas, n * kTargets * sizeof(float4));
  cudaMalloc(&dOut, n * sizeof(float4));
  cudaMemcpy(dBase, base.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemcpy(dDeltas, deltas.data(), n * kTargets * sizeof(float4), cudaMemcpyHostToDevice);

  MorphWeights<kTargets> smile = {{0.7f, 0.f, 0.2f, 0.05f, 0.f, 0.3f, 0.1f, 0.4f}};
  blendTargets<kTargets><<<264, 256>>>(dBase, dDeltas, dOut, smile, n);

  cudaMemcpy(base.data(), dOut, n * sizeof(float4), cudaMemcpyDeviceToHost);
  std::cout << base[12345].x << ' ' << base[12345].y << ' ' << base[12345].z << std::endl;
  cudaFree(dBase);
  cudaFree(dDeltas);
  cudaFree(dOut);
}
