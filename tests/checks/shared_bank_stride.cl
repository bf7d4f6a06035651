__kernel void shared_bank_stride(__global float* out, int stride, int rounds) {
  __local float bank[1024];
  const int t = get_local_id(0);
  for (int k = t; k < 1024; k += get_local_size(0)) bank[k] = k * 0.5f;
  barrier(CLK_LOCAL_MEM_FENCE);
  int at = (t * stride) & 1023;
  float s = 0.0f;
  for (int r = 0; r < rounds; ++r) {
    s += bank[at];
    at = (at + 33 * stride) & 1023;
  }
  out[get_global_id(0)] = s;
}
