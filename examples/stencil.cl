// One step of heat flow on a plane: each cell moves towards the mean of its four
// neighbours. A work-group keeps its tile and a border of one cell in local memory.
//
//   ./kcast inspect examples/stencil.cl
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void heat_step(__global const float* restrict from, __global float* restrict to,
               const int width, const int height, const float rate) {
  __local float tile[TILE + 2][TILE + 2];
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  const int lx = get_local_id(0) + 1;
  const int ly = get_local_id(1) + 1;
  const int cx = clamp(x, 0, width - 1);
  const int cy = clamp(y, 0, height - 1);

  tile[ly][lx] = from[cy * width + cx];
  if (lx == 1) tile[ly][0] = from[cy * width + max(cx - 1, 0)];
  if (lx == TILE) tile[ly][TILE + 1] = from[cy * width + min(cx + 1, width - 1)];
  if (ly == 1) tile[0][lx] = from[max(cy - 1, 0) * width + cx];
  if (ly == TILE) tile[TILE + 1][lx] = from[min(cy + 1, height - 1) * width + cx];
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x >= width || y >= height) return;
  const float centre = tile[ly][lx];
  const float around = tile[ly][lx - 1] + tile[ly][lx + 1] + tile[ly - 1][lx] + tile[ly + 1][lx];
  to[y * width + x] = centre + rate * (around - 4.0f * centre);
}
