// The 8-bit floating-point types: storage, and conversion through half precision.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

// The bits of a number with M bits of mantissa and exponent bias B, rounded to nearest even.
template <int M, int B>
__KC_DEV unsigned short __kc_fp8_encode(float v, float most) {
  unsigned short sign = __builtin_signbit(v) ? 0x80 : 0;
  float a = __builtin_fminf(__builtin_fabsf(v), most);
  int e = (__float_as_int(a) >> 23) - 127;
  if (e < 1 - B) e = 1 - B;
  int q = (int)rintf(a * __int_as_float((M - e + 127) << 23));
  return sign | (unsigned short)(((e + B - 1) << M) + q);
}
template <int M, int B>
__KC_DEV float __kc_fp8_decode(unsigned char bits) {
  int e = (bits & 0x7f) >> M, m = bits & ((1 << M) - 1);
  float scale = __int_as_float(((e ? e : 1) - B - M + 127) << 23);
  float a = (float)(e ? m + (1 << M) : m) * scale;
  return bits & 0x80 ? -a : a;
}

#if __CUDA_ARCH__ >= 890
#define __KC_FP8_FROM(r, v, kind, M, B, most) \
  asm("cvt.rn.satfinite." kind "x2.f32 %0, %1, %2;" : "=h"(r) : "f"(0.0f), "f"(v))
#define __KC_FP8_TO(r, x, kind, M, B) \
  asm("cvt.rn.f16x2." kind "x2 %0, %1;" : "=r"(r) : "h"((unsigned short)(x)))
#else
#define __KC_FP8_FROM(r, v, kind, M, B, most) r = __kc_fp8_encode<M, B>(v, most)
#define __KC_FP8_TO(r, x, kind, M, B) r = __half_as_ushort(__float2half(__kc_fp8_decode<M, B>(x)))
#endif
#define __KC_FP8(name, kind, M, B, most)                        \
  struct name {                                                 \
    __nv_fp8_storage_t __x;                                     \
    name() = default;                                           \
    __KC_DEV explicit name(float v) {                           \
      unsigned short r;                                         \
      __KC_FP8_FROM(r, v, kind, M, B, most);                    \
      __x = (unsigned char)r;                                   \
    }                                                           \
    __KC_DEV explicit name(double v) : name((float)v) {}        \
    __KC_DEV explicit name(__half v) : name((float)v) {}        \
    __KC_DEV explicit name(__nv_bfloat16 v) : name((float)v) {} \
    __KC_DEV explicit name(int v) : name((float)v) {}           \
    __KC_DEV explicit operator __half() const {                 \
      unsigned int r;                                           \
      __KC_FP8_TO(r, __x, kind, M, B);                          \
      return __ushort_as_half((unsigned short)r);               \
    }                                                           \
    __KC_DEV explicit operator float() const {                  \
      return (float)(__half) * this;                            \
    }                                                           \
    __KC_DEV explicit operator double() const {                 \
      return (float)*this;                                      \
    }                                                           \
    __KC_DEV explicit operator __nv_bfloat16() const {          \
      return __nv_bfloat16((float)*this);                       \
    }                                                           \
  };
__KC_FP8(__nv_fp8_e4m3, "e4m3", 3, 7, 448.0f)
__KC_FP8(__nv_fp8_e5m2, "e5m2", 2, 15, 57344.0f)
#undef __KC_FP8
#undef __KC_FP8_FROM
#undef __KC_FP8_TO
// Two and four of them in a word.
#define __KC_FP8_VECTORS(kind)                                                                     \
  struct __nv_fp8x2_##kind {                                                                       \
    __nv_fp8x2_storage_t __x;                                                                      \
    __nv_fp8x2_##kind() = default;                                                                 \
    __KC_DEV explicit __nv_fp8x2_##kind(float2 v)                                                  \
        : __x((unsigned short)(__nv_fp8_##kind(v.x).__x | __nv_fp8_##kind(v.y).__x << 8)) {}       \
    __KC_DEV explicit __nv_fp8x2_##kind(__half2 v) : __nv_fp8x2_##kind(__half22float2(v)) {}       \
    __KC_DEV explicit __nv_fp8x2_##kind(__nv_bfloat162 v)                                          \
        : __nv_fp8x2_##kind(__bfloat1622float2(v)) {}                                              \
    __KC_DEV explicit operator float2() const {                                                    \
      __nv_fp8_##kind a, b;                                                                        \
      a.__x = (unsigned char)__x;                                                                  \
      b.__x = (unsigned char)(__x >> 8);                                                           \
      return make_float2((float)a, (float)b);                                                      \
    }                                                                                              \
    __KC_DEV explicit operator __half2() const { return __float22half2_rn((float2) * this); }      \
  };                                                                                               \
  struct __nv_fp8x4_##kind {                                                                       \
    __nv_fp8x4_storage_t __x;                                                                      \
    __nv_fp8x4_##kind() = default;                                                                 \
    __KC_DEV explicit __nv_fp8x4_##kind(float4 v)                                                  \
        : __x(__nv_fp8x2_##kind(make_float2(v.x, v.y)).__x |                                       \
              (unsigned)__nv_fp8x2_##kind(make_float2(v.z, v.w)).__x << 16) {}                     \
    __KC_DEV explicit __nv_fp8x4_##kind(__half2 low, __half2 high)                                 \
        : __x(__nv_fp8x2_##kind(low).__x | (unsigned)__nv_fp8x2_##kind(high).__x << 16) {}         \
    __KC_DEV explicit operator float4() const {                                                    \
      __nv_fp8x2_##kind a, b;                                                                      \
      a.__x = (unsigned short)__x;                                                                 \
      b.__x = (unsigned short)(__x >> 16);                                                         \
      float2 low = (float2)a, high = (float2)b;                                                    \
      return make_float4(low.x, low.y, high.x, high.y);                                            \
    }                                                                                              \
  };
__KC_FP8_VECTORS(e4m3)
__KC_FP8_VECTORS(e5m2)
#undef __KC_FP8_VECTORS

__KC_DEV __nv_fp8_storage_t __nv_cvt_float_to_fp8(float v, __nv_saturation_t,
                                                  __nv_fp8_interpretation_t kind) {
  return kind == __NV_E4M3 ? __nv_fp8_e4m3(v).__x : __nv_fp8_e5m2(v).__x;
}
__KC_DEV __half __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t v, __nv_fp8_interpretation_t kind) {
  __nv_fp8_e4m3 a;
  __nv_fp8_e5m2 b;
  a.__x = b.__x = v;
  return kind == __NV_E4M3 ? (__half)a : (__half)b;
}
__KC_DEV __half2 __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t v, __nv_fp8_interpretation_t kind) {
  return __halves2half2(__nv_cvt_fp8_to_halfraw((unsigned char)v, kind),
                        __nv_cvt_fp8_to_halfraw((unsigned char)(v >> 8), kind));
}
__KC_DEV __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t how,
                                                       __nv_fp8_interpretation_t kind) {
  return (unsigned short)(__nv_cvt_float_to_fp8(v.x, how, kind) |
                          __nv_cvt_float_to_fp8(v.y, how, kind) << 8);
}
__KC_DEV __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half v, __nv_saturation_t how,
                                                    __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)v, how, kind);
}
__KC_DEV __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2 v, __nv_saturation_t how,
                                                         __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(__half22float2(v), how, kind);
}
__KC_DEV __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16 v, __nv_saturation_t how,
                                                        __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)v, how, kind);
}

// Powers of two, the scales of blocks of smaller numbers.
__KC_FN __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t v) {
  return {(unsigned short)(v == 0 ? 0x40 : v == 0xff ? 0x7fff : v << 7)};
}
__KC_FN __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t v) {
  return {__nv_cvt_e8m0_to_bf16raw((unsigned char)v).x,
          __nv_cvt_e8m0_to_bf16raw((unsigned char)(v >> 8)).x};
}
struct __nv_fp8_e8m0 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e8m0() = default;
  __KC_DEV explicit __nv_fp8_e8m0(float v)
      : __x((unsigned char)((__float_as_uint(v) & 0x7fffffff) + 0x7fffff >> 23)) {}
  __KC_DEV explicit operator float() const {
    return __bfloat162float(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x)));
  }
};
