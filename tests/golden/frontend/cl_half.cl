// ptx: cvt.f32.f16 fma.rn.f16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void halves(__global const half* in, __global half* out, __global float* wide) {
  size_t i = get_global_id(0);
  wide[i] = vload_half(i, in) * 2.0f;
  vstore_half(wide[i], i, out);
  half h = in[i];
  out[i + 100] = fma(h, h, (half)1.0h) + sin(h);
}
