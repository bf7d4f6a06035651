// ptx: sqrt.approx.f32 fma.rn.f32 sin.approx.f32 ex2.approx.f32 rsqrt.approx.f32
__kernel void maths(__global const float4* in, __global float4* out, __global double* d) {
  size_t i = get_global_id(0);
  float4 v = in[i];
  float4 r = sin(v) + exp(v.wzyx) * pow(v, (float4)(2.5f));
  r += native_sin(v) + native_exp2(v) + half_rsqrt(v);
  r += sqrt(v) + fma(v, r, v) + clamp(v, 0.0f, 1.0f) + mix(v, r, 0.5f) + smoothstep(v, r, v);
  r.x += tgamma(v.x) + erf(v.y) + atan2pi(v.z, v.w) + dot(v, r) + length(v.xyz);
  r.y += ldexp(v.x, 3) + rootn(v.y, 3) + pown(v.z, 5) + powr(v.w, 0.1f);
  float whole;
  r.z += fract(v.x, &whole) + whole + modf(v.y, &whole) + sincos(v.z, &whole) + whole;
  r.w += hypot(v.x, v.y) + cospi(v.z) + log1p(v.w) + exp10(v.x) + tanh(v.y) + cbrt(v.z);
  out[i] = r;
  d[i] = log(d[i]) + exp(d[i]) + cos(d[i]);
}
