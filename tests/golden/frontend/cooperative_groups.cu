// ptx: bar.sync shfl.sync.bfly.b32 shfl.sync.down.b32
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void tiles(const int* in, int* out, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  __shared__ int sums[32];
  int i = block.group_index().x * block.size() + block.thread_rank();
  int v = i < n ? in[i] : 0;
  for (int d = warp.size() / 2; d > 0; d /= 2) v += warp.shfl_down(v, d);
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = v;
  block.sync();
  if (block.thread_rank() < 8) {
    auto eight = cg::tiled_partition<8>(warp);
    int s = sums[block.thread_rank()];
    for (int m = 4; m > 0; m >>= 1) s += eight.shfl_xor(s, m);
    if (eight.thread_rank() == 0) atomicAdd(out, s);
  }
}

__global__ void whole_grid(float* data, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) data[i] *= 2.0f;
  grid.sync();
  for (int i = grid.thread_rank(); i < n / 2; i += grid.size()) data[i] += data[n - 1 - i];
}

__global__ void reduced(const float* in, float* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  float s = cg::reduce(warp, in[threadIdx.x], cg::plus<float>());
  if (warp.thread_rank() == 0) out[warp.meta_group_rank()] = s;
}

int main() {
  int n = 4000;
  int *in, *out;
  float* data;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&data, n * sizeof(float));
  tiles<<<(n + 255) / 256, 256>>>(in, out, n);
  void* args[] = {&data, &n};
  cudaLaunchCooperativeKernel((void*)whole_grid, dim3(20), dim3(200), args, 0, 0);
}
