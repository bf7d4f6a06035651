// BLOCK is asked for by the last kernel, and whatever it is taken for breaks the first two, which
// are sound without it.
__kernel void scale(__global float *x, int n) {
  int i = get_global_id(0);
#ifdef BLOCK
  x[i] = tile_of(BLOCK);
#endif
  if (i < n) x[i] *= 2.0f;
}

__kernel void shift(__global float *x, int n) {
  int i = get_global_id(0);
#ifdef BLOCK
  __local float tile[BLOCK / 0];
#endif
  if (i < n) x[i] += 2.0f;
}

__kernel void gather(__global float *x, __global const int *at, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < BLOCK; ++k) x[i] += x[at[i + k]];
}
