#define NBINS 256
__kernel void histogram_shared_private(__global const uint* keys, __global uint* hist, uint n) {
  __local uint mine[NBINS];
  for (uint b = get_local_id(0); b < NBINS; b += get_local_size(0)) mine[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&mine[keys[i] % NBINS]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < NBINS; b += get_local_size(0)) atomic_add(&hist[b], mine[b]);
}
