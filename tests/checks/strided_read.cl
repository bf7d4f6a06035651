__kernel void strided_read(__global const float* in, __global float* out, int n, int stride) {
  int i = get_global_id(0);
  if (i < n) out[i] = in[(size_t)i * stride];
}
