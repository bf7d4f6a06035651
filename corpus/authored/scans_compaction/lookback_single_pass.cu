#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Single-pass exclusive scan with decoupled look-back. A tile publishes its
// aggregate as soon as it knows it, then walks back over earlier tiles until
// it meets one whose inclusive prefix is known. Status and value share one
// 64-bit word: upper half 0 = nothing, 1 = aggregate, 2 = inclusive prefix.

constexpr int kThreads = 256;
constexpr int kItems = 8;
constexpr int kTile = kThreads * kItems;

__global__ __launch_bounds__(kThreads)
void scan_lookback(const uint32_t* __restrict__ in, uint32_t* __restrict__ out,
                   volatile unsigned long long* state, unsigned* next_tile)
{
  __shared__ uint32_t warp_sum[kThreads / 32];
  __shared__ unsigned tile_s;
  __shared__ uint32_t prefix_s;

  if (threadIdx.x == 0) tile_s = atomicAdd(next_tile, 1u);   // tiles in order of arrival
  __syncthreads();
  const unsigned tile = tile_s;
  const uint4* src = reinterpret_cast<const uint4*>(in + (size_t)tile * kTile) + threadIdx.x * 2;
  const uint4 a = src[0], b = src[1];

  uint32_t v[kItems] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
  uint32_t mine = 0;
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const uint32_t x = v[i];
    v[i] = mine;
    mine += x;
  }
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  uint32_t inc = mine;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const uint32_t y = __shfl_up_sync(~0u, inc, d);
    if (lane >= d) inc += y;
  }
  if (lane == 31) warp_sum[warp] = inc;
  __syncthreads();
  uint32_t before = inc - mine, total = 0;
#pragma unroll
  for (int w = 0; w < kThreads / 32; ++w) {
    if (w < warp) before += warp_sum[w];
    total += warp_sum[w];
  }

  if (threadIdx.x == 0) {
    uint32_t prefix = 0;
    if (tile > 0) {
      state[tile] = (1ull << 32) | total;
      int look = (int)tile - 1;
      while (look >= 0) {
        unsigned long long s;
        do { s = state[look]; } while ((s >> 32) == 0);
        prefix += (uint32_t)s;
        if ((s >> 32) == 2) break;
        --look;
      }
    }
    state[tile] = (2ull << 32) | (uint32_t)(prefix + total);
    prefix_s = prefix;
  }
  __syncthreads();

  before += prefix_s;
  uint4* dst = reinterpret_cast<uint4*>(out + (size_t)tile * kTile) + threadIdx.x * 2;
  dst[0] = make_uint4(v[0] + before, v[1] + before, v[2] + before, v[3] + before);
  dst[1] = make_uint4(v[4] + before, v[5] + before, v[6] + before, v[7] + before);
}

int main() {
  const int tiles = 2048;
  const size_t n = (size_t)tiles * kTile;
  std::vector<uint32_t> h(n);
  for (size_t i = 0; i < n; ++i) h[i] = (uint32_t)(i % 5);

  uint32_t *in, *out;
  unsigned long long* state;
  unsigned* next;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&state, tiles * sizeof(unsigned long long));
  cudaMalloc(&next, sizeof(unsigned));
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(state, 0, tiles * sizeof(unsigned long long));
  cudaMemset(next, 0, sizeof(unsigned));

  scan_lookback<<<tiles, kThreads>>>(in, out, state, next);

  uint32_t last = 0;
  cudaMemcpy(&last, out + n - 1, 4, cudaMemcpyDeviceToHost);
  std::printf("out[n-1] = %u\n", last);
  cudaFree(in); cudaFree(out); cudaFree(state); cudaFree(next);
}
