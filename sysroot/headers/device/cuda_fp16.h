// Half precision: conversions; the arithmetic is shared with the other 16-bit type.
#pragma once
#include <kcast_cuda.h>

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};
typedef _Float16 __kc_halfx2 __attribute__((ext_vector_type(2)));
#define __KC_H __half
#define __KC_H2 __half2
#define __KC_S _Float16
#define __KC_S2 __kc_halfx2
#define __KC_RAW __half_raw
#define __KC_RAW2 __half2_raw
#define __KC_PTX "f16"
#define __KC_ATOMIC_ALWAYS
#define __KC_CORRECTED(name) __kc_##name##_f16
#include "kcast_half_types.h"
#undef __KC_ATOMIC_ALWAYS
#undef __KC_CORRECTED
#undef __KC_H
#undef __KC_H2
#undef __KC_S
#undef __KC_S2
#undef __KC_RAW
#undef __KC_RAW2
#undef __KC_PTX

__KC_FN __half __float2half(float x) {
  return __half(x);
}
__KC_FN __half __float2half_rn(float x) {
  return __half(x);
}
__KC_DEV __half __float2half_rz(float x) {
  unsigned short r;
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
  return __builtin_bit_cast(__half, r);
}
__KC_DEV __half __float2half_rd(float x) {
  unsigned short r;
  asm("cvt.rm.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
  return __builtin_bit_cast(__half, r);
}
__KC_DEV __half __float2half_ru(float x) {
  unsigned short r;
  asm("cvt.rp.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
  return __builtin_bit_cast(__half, r);
}
__KC_FN __half __double2half(double x) {
  return __half(x);
}
__KC_FN float __half2float(__half a) {
  return (float)a.v;
}
__KC_FN __half2 __float2half2_rn(float x) {
  return {__half(x), __half(x)};
}
__KC_DEV __half2 __floats2half2_rn(float a, float b) {
#if __CUDA_ARCH__ >= 800
  unsigned int r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(b), "f"(a));
  return __builtin_bit_cast(__half2, r);
#else
  return {__half(a), __half(b)};
#endif
}
__KC_DEV __half2 __float22half2_rn(float2 a) {
  return __floats2half2_rn(a.x, a.y);
}
__KC_FN float2 __half22float2(__half2 a) {
  return {(float)a.x.v, (float)a.y.v};
}
__KC_FN float __low2float(__half2 a) {
  return (float)a.x.v;
}
__KC_FN float __high2float(__half2 a) {
  return (float)a.y.v;
}
__KC_FN __half __low2half(__half2 a) {
  return a.x;
}
__KC_FN __half __high2half(__half2 a) {
  return a.y;
}
__KC_FN __half2 __low2half2(__half2 a) {
  return {a.x, a.x};
}
__KC_FN __half2 __high2half2(__half2 a) {
  return {a.y, a.y};
}
__KC_FN __half2 __lows2half2(__half2 a, __half2 b) {
  return {a.x, b.x};
}
__KC_FN __half2 __highs2half2(__half2 a, __half2 b) {
  return {a.y, b.y};
}
__KC_FN __half2 __lowhigh2highlow(__half2 a) {
  return {a.y, a.x};
}
__KC_FN __half2 __halves2half2(__half a, __half b) {
  return {a, b};
}
__KC_FN __half2 __half2half2(__half a) {
  return {a, a};
}
__KC_FN __half2 make_half2(__half a, __half b) {
  return {a, b};
}
__KC_FN int __half2int_rn(__half a) {
  return (int)__builtin_rintf((float)a.v);
}
__KC_FN __half __int2half_rn(int x) {
  return __half((float)x);
}
__KC_FN int __half2int_rz(__half a) {
  return (int)__builtin_truncf((float)a.v);
}
__KC_FN __half __int2half_rz(int x) {
  return __half((float)x);
}
__KC_FN int __half2int_rd(__half a) {
  return (int)__builtin_floorf((float)a.v);
}
__KC_FN __half __int2half_rd(int x) {
  return __half((float)x);
}
__KC_FN int __half2int_ru(__half a) {
  return (int)__builtin_ceilf((float)a.v);
}
__KC_FN __half __int2half_ru(int x) {
  return __half((float)x);
}
__KC_FN unsigned int __half2uint_rn(__half a) {
  return (unsigned int)__builtin_rintf((float)a.v);
}
__KC_FN __half __uint2half_rn(unsigned int x) {
  return __half((float)x);
}
__KC_FN unsigned int __half2uint_rz(__half a) {
  return (unsigned int)__builtin_truncf((float)a.v);
}
__KC_FN __half __uint2half_rz(unsigned int x) {
  return __half((float)x);
}
__KC_FN unsigned int __half2uint_rd(__half a) {
  return (unsigned int)__builtin_floorf((float)a.v);
}
__KC_FN __half __uint2half_rd(unsigned int x) {
  return __half((float)x);
}
__KC_FN unsigned int __half2uint_ru(__half a) {
  return (unsigned int)__builtin_ceilf((float)a.v);
}
__KC_FN __half __uint2half_ru(unsigned int x) {
  return __half((float)x);
}
__KC_FN short __half2short_rn(__half a) {
  return (short)__builtin_rintf((float)a.v);
}
__KC_FN __half __short2half_rn(short x) {
  return __half((float)x);
}
__KC_FN short __half2short_rz(__half a) {
  return (short)__builtin_truncf((float)a.v);
}
__KC_FN __half __short2half_rz(short x) {
  return __half((float)x);
}
__KC_FN short __half2short_rd(__half a) {
  return (short)__builtin_floorf((float)a.v);
}
__KC_FN __half __short2half_rd(short x) {
  return __half((float)x);
}
__KC_FN short __half2short_ru(__half a) {
  return (short)__builtin_ceilf((float)a.v);
}
__KC_FN __half __short2half_ru(short x) {
  return __half((float)x);
}
__KC_FN unsigned short __half2ushort_rn(__half a) {
  return (unsigned short)__builtin_rintf((float)a.v);
}
__KC_FN __half __ushort2half_rn(unsigned short x) {
  return __half((float)x);
}
__KC_FN unsigned short __half2ushort_rz(__half a) {
  return (unsigned short)__builtin_truncf((float)a.v);
}
__KC_FN __half __ushort2half_rz(unsigned short x) {
  return __half((float)x);
}
__KC_FN unsigned short __half2ushort_rd(__half a) {
  return (unsigned short)__builtin_floorf((float)a.v);
}
__KC_FN __half __ushort2half_rd(unsigned short x) {
  return __half((float)x);
}
__KC_FN unsigned short __half2ushort_ru(__half a) {
  return (unsigned short)__builtin_ceilf((float)a.v);
}
__KC_FN __half __ushort2half_ru(unsigned short x) {
  return __half((float)x);
}
__KC_FN long long __half2ll_rn(__half a) {
  return (long long)__builtin_rintf((float)a.v);
}
__KC_FN __half __ll2half_rn(long long x) {
  return __half((float)x);
}
__KC_FN long long __half2ll_rz(__half a) {
  return (long long)__builtin_truncf((float)a.v);
}
__KC_FN __half __ll2half_rz(long long x) {
  return __half((float)x);
}
__KC_FN long long __half2ll_rd(__half a) {
  return (long long)__builtin_floorf((float)a.v);
}
__KC_FN __half __ll2half_rd(long long x) {
  return __half((float)x);
}
__KC_FN long long __half2ll_ru(__half a) {
  return (long long)__builtin_ceilf((float)a.v);
}
__KC_FN __half __ll2half_ru(long long x) {
  return __half((float)x);
}
__KC_FN unsigned long long __half2ull_rn(__half a) {
  return (unsigned long long)__builtin_rintf((float)a.v);
}
__KC_FN __half __ull2half_rn(unsigned long long x) {
  return __half((float)x);
}
__KC_FN unsigned long long __half2ull_rz(__half a) {
  return (unsigned long long)__builtin_truncf((float)a.v);
}
__KC_FN __half __ull2half_rz(unsigned long long x) {
  return __half((float)x);
}
__KC_FN unsigned long long __half2ull_rd(__half a) {
  return (unsigned long long)__builtin_floorf((float)a.v);
}
__KC_FN __half __ull2half_rd(unsigned long long x) {
  return __half((float)x);
}
__KC_FN unsigned long long __half2ull_ru(__half a) {
  return (unsigned long long)__builtin_ceilf((float)a.v);
}
__KC_FN __half __ull2half_ru(unsigned long long x) {
  return __half((float)x);
}
__KC_FN short __half_as_short(__half a) {
  return __builtin_bit_cast(short, a.v);
}
__KC_FN unsigned short __half_as_ushort(__half a) {
  return __builtin_bit_cast(unsigned short, a.v);
}
__KC_FN __half __short_as_half(short x) {
  return __half(__builtin_bit_cast(_Float16, x));
}
__KC_FN __half __ushort_as_half(unsigned short x) {
  return __half(__builtin_bit_cast(_Float16, x));
}

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
#define CUDART_ZERO_FP16 __ushort_as_half(0)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
