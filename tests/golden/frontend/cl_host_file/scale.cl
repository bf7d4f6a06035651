__kernel void scale(__global const float* in, __global float* out, float factor, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = factor * in[i];
}
