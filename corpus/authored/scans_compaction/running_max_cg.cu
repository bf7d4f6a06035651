#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

// Running maximum and drawdown of price series: dd_t = max_{s<=t} p_s - p_t.
// Each series is followed by one tile of 32 threads.
__global__ void drawdown(const float* __restrict__ price, float* __restrict__ dd,
                         int series, int length)
{
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int s = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
  if (s >= series) return;

  const float* p = price + (size_t)s * length;
  float* out = dd + (size_t)s * length;
  float peak = 0.0f;
  for (int base = 0; base < length; base += 32) {
    const int t = base + tile.thread_rank();
    const float v = t < length ? p[t] : 0.0f;
    const float m = fmaxf(peak, cg::inclusive_scan(tile, v, cg::greater<float>()));
    if (t < length) out[t] = m - v;
    peak = tile.shfl(m, 31);
  }
}

int main()
{
  const int series = 1024, length = 2520;    // ten years of trading days
  std::vector<float> price(series * length);
  for (int s = 0; s < series; ++s)
    for (int t = 0; t < length; ++t)
      price[s * length + t] = 100.0f + 0.02f * t + (float)((t * (s + 3)) % 17);

  float *d_price, *d_dd;
  cudaMalloc(&d_price, price.size() * sizeof(float));
  cudaMalloc(&d_dd, price.size() * sizeof(float));
  cudaMemcpy(d_price, price.data(), price.size() * sizeof(float), cudaMemcpyHostToDevice);

  drawdown<<<series / 8, 256>>>(d_price, d_dd, series, length);

  std::vector<float> dd(price.size());
  cudaMemcpy(dd.data(), d_dd, dd.size() * sizeof(float), cudaMemcpyDeviceToHost);
  float worst = 0.0f;
  for (float x : dd) worst = x > worst ? x : worst;
  std::printf("largest drawdown %.2f\n", worst);
  cudaFree(d_price);
  cudaFree(d_dd);
  return 0;
}
