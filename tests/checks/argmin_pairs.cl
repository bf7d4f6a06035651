__kernel void argmin_pairs(__global const float* cost, __global float* best_cost, __global int* best_at, int n) {
  __local float c[256];
  __local int at[256];
  int t = get_local_id(0);
  float lo = 3.0e38f;
  int where = -1;
  for (int i = get_group_id(0) * 256 + t; i < n; i += get_num_groups(0) * 256) {
    float v = cost[i];
    if (v < lo) { lo = v; where = i; }
  }
  c[t] = lo;
  at[t] = where;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s && c[t + s] < c[t]) { c[t] = c[t + s]; at[t] = at[t + s]; }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) { best_cost[get_group_id(0)] = c[0]; best_at[get_group_id(0)] = at[0]; }
}
