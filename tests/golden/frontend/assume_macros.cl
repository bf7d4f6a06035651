// kcast: --assume yes
// Macros that a build would define: a type, sizes, and one that has a value.
#define GIVEN 3
__kernel void copy(__global const DATA_TYPE* in, __global DATA_TYPE* out, int n) {
  __local DATA_TYPE tile[TILE_SIZE];
  int i = get_global_id(0);
  tile[get_local_id(0) % TILE_SIZE] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < UNROLL; k++) out[i + k * n] = tile[GIVEN];
}
