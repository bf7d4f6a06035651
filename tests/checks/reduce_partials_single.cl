__kernel void reduce_partials_single(__global const float* partials, __global float* answer, int count) {
  __local float acc[512];
  const int t = get_local_id(0);
  float s = 0.f;
  for (int k = t; k < count; k += get_local_size(0)) s += partials[k];
  acc[t] = s;
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < half_size) acc[t] += acc[t + half_size];
  }
  if (t == 0) answer[0] = acc[0];
}
