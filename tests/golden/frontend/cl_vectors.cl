// ptx: ld.global.v4.u32 st.global.v4.f32
// Vector literals, swizzles, conversions, loads and stores, relational functions, shuffles.
typedef struct {
  float4 position;
  int2 cell;
  uchar tag;
} Body;

__kernel void vectors(__global const int4* in, __global float4* out, __global uchar16* bytes, __global Body* bodies, float8 k) {
  const size_t i = get_global_id(0);
  int4 v = in[i];
  float4 f = convert_float4(v) + k.lo * k.s4567;
  f.xy = f.yx;
  out[i] = select(f, (float4)(0.0f), isless(f, (float4)(1.0f, 2.0f, 3.0f, 4.0f)));
  bytes[i] = convert_uchar16_sat((int16)(v, v.wzyx, v.s0123, (int4)(any(v > 3), all(v < 2), 5, 6)));
  float3 t = vload3(i, (__global float*)out);
  vstore2((float2)(t.x, t.z), i, (__global float*)out);
  bodies[i].position = as_float4(v);
  bodies[i].cell = min(v.lo, max(v.hi, 2));
  bodies[i].tag = (uchar)popcount(v.x) + clz(v.y) + abs_diff(v.z, v.w) + mul_hi(v.x, 7) + rotate(v.y, 3);
  uint4 mask = (uint4)(3, 2, 1, 0);
  out[i + 1] = shuffle(f, mask);
}
