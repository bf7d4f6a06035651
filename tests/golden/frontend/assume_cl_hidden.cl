// kcast: --assume yes
// Which of the variants there is, the build says.
#if defined(WIDE)
#if USE_OFFSET
__kernel void copy_wide(__global const float4 *in, __global float4 *out, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = in[i + USE_OFFSET];
}
#endif
#elif defined(NARROW)
__kernel void copy_narrow(__global const float *in, __global float *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}
#endif
