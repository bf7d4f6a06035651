#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void max_cg_tile(const int* values, int* maxima, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  const int i = block.group_index().x * block.size() + block.thread_rank();
  int best = i < n ? values[i] : 0;
  for (int d = tile.size() / 2; d > 0; d /= 2) {
    const int other = tile.shfl_down(best, d);
    best = other > best ? other : best;
  }
  if (tile.thread_rank() == 0 && i < n) maxima[i / 16] = best;
}
