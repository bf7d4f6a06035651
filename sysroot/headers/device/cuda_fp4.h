// The 4-bit floating-point type: storage, and conversions.
#pragma once
#include <cuda_fp8.h>

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

// 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives.
__KC_DEV __nv_fp4_storage_t __nv_cvt_float_to_fp4(float v, __nv_fp4_interpretation_t, cudaRoundMode) {
  return (unsigned char)__kc_fp8_encode<1, 1>(v, 6.0f) & 7 | (__builtin_signbit(v) ? 8 : 0);
}
__KC_DEV __nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2 v, __nv_fp4_interpretation_t kind,
                                                       cudaRoundMode mode) {
  return __nv_cvt_float_to_fp4(v.x, kind, mode) | __nv_cvt_float_to_fp4(v.y, kind, mode) << 4;
}
__KC_DEV float __kc_fp4_decode(unsigned char bits) {
  return __kc_fp8_decode<1, 1>((bits & 7) | (bits & 8) << 4);
}
__KC_DEV __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t v, __nv_fp4_interpretation_t) {
  return __float2half(__kc_fp4_decode(v));
}
__KC_DEV __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t v, __nv_fp4_interpretation_t) {
  return __floats2half2_rn(__kc_fp4_decode(v & 15), __kc_fp4_decode(v >> 4));
}
struct __nv_fp4_e2m1 {
  __nv_fp4_storage_t __x;
  __nv_fp4_e2m1() = default;
  __KC_DEV explicit __nv_fp4_e2m1(float v)
      : __x(__nv_cvt_float_to_fp4(v, __NV_E2M1, cudaRoundNearest)) {}
  __KC_DEV explicit operator float() const { return __kc_fp4_decode(__x); }
};
struct __nv_fp4x2_e2m1 {
  __nv_fp4x2_storage_t __x;
  __nv_fp4x2_e2m1() = default;
  __KC_DEV explicit __nv_fp4x2_e2m1(float2 v)
      : __x(__nv_cvt_float2_to_fp4x2(v, __NV_E2M1, cudaRoundNearest)) {}
  __KC_DEV explicit operator float2() const {
    return make_float2(__kc_fp4_decode(__x & 15), __kc_fp4_decode(__x >> 4));
  }
};
struct __nv_fp4x4_e2m1 {
  __nv_fp4x4_storage_t __x;
  __nv_fp4x4_e2m1() = default;
  __KC_DEV explicit __nv_fp4x4_e2m1(float4 v)
      : __x((unsigned short)(__nv_fp4x2_e2m1(make_float2(v.x, v.y)).__x |
                             __nv_fp4x2_e2m1(make_float2(v.z, v.w)).__x << 8)) {}
};
