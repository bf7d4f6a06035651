#define BLK 512
__kernel void scan_hillis_steele(__global const int* in, __global int* out, int n) {
  __local int ping[2][BLK];
  const int t = get_local_id(0);
  const int i = get_group_id(0) * BLK + t;
  int src = 0;
  ping[0][t] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < BLK; d <<= 1) {
    const int dst = 1 - src;
    ping[dst][t] = t >= d ? ping[src][t] + ping[src][t - d] : ping[src][t];
    src = dst;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = ping[src][t];
}
