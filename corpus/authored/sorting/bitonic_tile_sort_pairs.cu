#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

// Sorts tiles of (key, value) pairs completely inside shared memory, e.g. the
// depth order of the splats that fall on a screen tile.

constexpr int kTileSize = 1024;

__device__ inline void compare_exchange(uint32_t& ka, uint32_t& va, uint32_t& kb, uint32_t& vb, bool up) {
  if ((ka > kb) == up) {
    uint32_t t = ka; ka = kb; kb = t;
    t = va; va = vb; vb = t;
  }
}

__global__ void __launch_bounds__(kTileSize / 2)
sort_tiles(uint32_t* __restrict__ keys, uint32_t* __restrict__ vals) {
  __shared__ uint32_t k[kTileSize];
  __shared__ uint32_t v[kTileSize];
  const int t = threadIdx.x;
  const int base = blockIdx.x * kTileSize;

  k[t] = keys[base + t];
  v[t] = vals[base + t];
  k[t + kTileSize / 2] = keys[base + t + kTileSize / 2];
  v[t + kTileSize / 2] = vals[base + t + kTileSize / 2];

  for (int size = 2; size <= kTileSize; size *= 2) {
    const bool up = (t & (size / 2)) == 0;
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int a = 2 * t - (t & (stride - 1));
      compare_exchange(k[a], v[a], k[a + stride], v[a + stride], up);
    }
  }
  __syncthreads();

  keys[base + t] = k[t];
  vals[base + t] = v[t];
  keys[base + t + kTileSize / 2] = k[t + kTileSize / 2];
  vals[base + t + kTileSize / 2] = v[t + kTileSize / 2];
}

int main() {
  const int tiles = 512;
  const int n = tiles * kTileSize;
  std::vector<uint32_t> depth(n), splat(n);
  for (int i = 0; i < n; ++i) {
    depth[i] = (uint32_t)i * 2654435761u;
    splat[i] = i;
  }

  uint32_t *d_depth = nullptr, *d_splat = nullptr;
  cudaMalloc(&d_depth, n * sizeof(uint32_t));
  cudaMalloc(&d_splat, n * sizeof(uint32_t));
  cudaMemcpy(d_depth, depth.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
  cudaMemcpy(d_splat, splat.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);

  sort_tiles<<<tiles, kTileSize / 2>>>(d_depth, d_splat);

  cudaMemcpy(depth.data(), d_depth, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int b = 0; b < tiles; ++b)
    ok = ok && std::is_sorted(depth.begin() + b * kTileSize, depth.begin() + (b + 1) * kTileSize);
  std::cout << (ok ? "all tiles in order" : "order broken") << '\n';
  cudaFree(d_depth);
  cudaFree(d_splat);
  return ok ? 0 : 1;
}
