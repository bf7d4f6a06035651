#define TILE 32
#define ROWS 8
__kernel void transpose_tile_padded(__global const float* restrict src, __global float* restrict dst, int cols,
                                    int rows) {
  __local float buf[TILE][TILE + 1];
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  int c = get_group_id(0) * TILE + lx;
  int r = get_group_id(1) * TILE + ly;
  for (int k = 0; k < TILE; k += ROWS) {
    if (c < cols && r + k < rows) buf[ly + k][lx] = src[(size_t)(r + k) * cols + c];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  c = get_group_id(1) * TILE + lx;
  r = get_group_id(0) * TILE + ly;
  for (int k = 0; k < TILE; k += ROWS) {
    if (c < rows && r + k < cols) dst[(size_t)(r + k) * rows + c] = buf[lx][ly + k];
  }
}
