#define THREADS 256
__kernel void reduce_shared_tree(__global const float* g_in, __global float* g_out, uint n) {
  __local float s[THREADS];
  uint t = get_local_id(0);
  uint i = get_group_id(0) * (THREADS * 2) + t;
  float v = i < n ? g_in[i] : 0.0f;
  if (i + THREADS < n) v += g_in[i + THREADS];
  s[t] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_width = THREADS / 2; half_width > 0; half_width >>= 1) {
    if (t < half_width) s[t] += s[t + half_width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) g_out[get_group_id(0)] = s[0];
}
