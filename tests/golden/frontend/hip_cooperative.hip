// ptx: bar.sync shfl.sync.bfly.b32
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void norms(const float* m, float* out, int cols) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  float s = 0;
  int row = blockIdx.x * (blockDim.x / 16) + tile.meta_group_rank();
  for (int c = tile.thread_rank(); c < cols; c += tile.size()) s += m[row * cols + c] * m[row * cols + c];
  for (int k = 8; k > 0; k /= 2) s += tile.shfl_xor(s, k);
  block.sync();
  if (tile.thread_rank() == 0) out[row] = sqrtf(s);
}

int main() {
  const int rows = 64, cols = 80;
  float *m, *out;
  hipMalloc(&m, rows * cols * sizeof(float));
  hipMalloc(&out, rows * sizeof(float));
  norms<<<rows / 8, 128>>>(m, out, cols);
}
