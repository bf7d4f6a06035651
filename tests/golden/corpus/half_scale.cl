#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void half_scale(__global const half* restrict x, __global half* restrict y,
    __global const half2* restrict p, __global float2* restrict q, float s, int n) {
  int i = get_global_id(0);
  if (i >= n) {
    return;
  }
  half h = x[i] * (half)0.5f + (half)1.0f;
  half m = fmax(h, (half)s);
  y[i] = (m > (half)2.0f) ? sqrt(m) : fma(h, h, m);
  half2 v = p[i] * (half2)(h, m) + p[i];
  float2 f = convert_float2(v);
  f.x = f.x + (float)y[i];
  q[i] = f;
}
