__kernel void scan(__global const int* in, __global int* out, __local int* tile, int n) {
  int i = get_global_id(0), l = get_local_id(0);
  tile[l] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < get_local_size(0); d <<= 1) {
    int v = l >= d ? tile[l - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = tile[l];
}
