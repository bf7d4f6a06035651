#include <cooperative_groups.h>
using namespace cooperative_groups;
// A warp-sized tile sums one channel plane.
extern "C" __global__ void global_average_pool(const float* maps, float* means, int channels, int area) {
  auto tile = tiled_partition<32>(this_thread_block());
  const int c = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
  if (c >= channels) return;
  float s = 0.0f;
  for (int i = tile.thread_rank(); i < area; i += tile.size()) s += maps[c * area + i];
  for (int d = tile.size() / 2; d > 0; d /= 2) s += tile.shfl_xor(s, d);
  if (tile.thread_rank() == 0) means[c] = s / area;
}
