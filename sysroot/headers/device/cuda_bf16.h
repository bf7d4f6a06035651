// bfloat16: conversions; the arithmetic is shared with the other 16-bit type.
#pragma once
#include <kcast_cuda.h>

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};
typedef __bf16 __kc_bf16x2 __attribute__((ext_vector_type(2)));
#define __KC_H __nv_bfloat16
#define __KC_H2 __nv_bfloat162
#define __KC_S __bf16
#define __KC_S2 __kc_bf16x2
#define __KC_RAW __nv_bfloat16_raw
#define __KC_RAW2 __nv_bfloat162_raw
#define __KC_PTX "bf16"
#include "kcast_half_types.h"
#undef __KC_H
#undef __KC_H2
#undef __KC_S
#undef __KC_S2
#undef __KC_RAW
#undef __KC_RAW2
#undef __KC_PTX

__KC_FN __nv_bfloat16 __float2bfloat16(float x) {
  return __nv_bfloat16(x);
}
__KC_FN __nv_bfloat16 __float2bfloat16_rn(float x) {
  return __nv_bfloat16(x);
}
__KC_FN __nv_bfloat16 __float2bfloat16_rz(float x) {
  return __nv_bfloat16(x);
}
__KC_FN __nv_bfloat16 __float2bfloat16_rd(float x) {
  return __nv_bfloat16(x);
}
__KC_FN __nv_bfloat16 __float2bfloat16_ru(float x) {
  return __nv_bfloat16(x);
}
__KC_FN __nv_bfloat16 __double2bfloat16(double x) {
  return __nv_bfloat16(x);
}
__KC_FN float __bfloat162float(__nv_bfloat16 a) {
  return (float)a.v;
}
__KC_FN __nv_bfloat162 __float2bfloat162_rn(float x) {
  return {__nv_bfloat16(x), __nv_bfloat16(x)};
}
__KC_DEV __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
#if __CUDA_ARCH__ >= 800
  unsigned int r;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(b), "f"(a));
  return __builtin_bit_cast(__nv_bfloat162, r);
#else
  return {__nv_bfloat16(a), __nv_bfloat16(b)};
#endif
}
__KC_DEV __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __floats2bfloat162_rn(a.x, a.y);
}
__KC_FN float2 __bfloat1622float2(__nv_bfloat162 a) {
  return {(float)a.x.v, (float)a.y.v};
}
__KC_FN float __low2float(__nv_bfloat162 a) {
  return (float)a.x.v;
}
__KC_FN float __high2float(__nv_bfloat162 a) {
  return (float)a.y.v;
}
__KC_FN __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) {
  return a.x;
}
__KC_FN __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) {
  return a.y;
}
__KC_FN __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) {
  return {a.x, a.x};
}
__KC_FN __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) {
  return {a.y, a.y};
}
__KC_FN __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {a.x, b.x};
}
__KC_FN __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {a.y, b.y};
}
__KC_FN __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) {
  return {a.y, a.x};
}
__KC_FN __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return {a, b};
}
__KC_FN __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return {a, a};
}
__KC_FN __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return {a, b};
}
__KC_FN int __bfloat162int_rn(__nv_bfloat16 a) {
  return (int)__builtin_rintf((float)a.v);
}
__KC_FN __nv_bfloat16 __int2bfloat16_rn(int x) {
  return __nv_bfloat16((float)x);
}
__KC_FN int __bfloat162int_rz(__nv_bfloat16 a) {
  return (int)__builtin_truncf((float)a.v);
}
__KC_FN __nv_bfloat16 __int2bfloat16_rz(int x) {
  return __nv_bfloat16((float)x);
}
__KC_FN int __bfloat162int_rd(__nv_bfloat16 a) {
  return (int)__builtin_floorf((float)a.v);
}
__KC_FN __nv_bfloat16 __int2bfloat16_rd(int x) {
  return __nv_bfloat16((float)x);
}
__KC_FN int __bfloat162int_ru(__nv_bfloat16 a) {
  return (int)__builtin_ceilf((float)a.v);
}
__KC_FN __nv_bfloat16 __int2bfloat16_ru(int x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned int __bfloat162uint_rn(__nv_bfloat16 a) {
  return (unsigned int)__builtin_rintf((float)a.v);
}
__KC_FN __nv_bfloat16 __uint2bfloat16_rn(unsigned int x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned int __bfloat162uint_rz(__nv_bfloat16 a) {
  return (unsigned int)__builtin_truncf((float)a.v);
}
__KC_FN __nv_bfloat16 __uint2bfloat16_rz(unsigned int x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned int __bfloat162uint_rd(__nv_bfloat16 a) {
  return (unsigned int)__builtin_floorf((float)a.v);
}
__KC_FN __nv_bfloat16 __uint2bfloat16_rd(unsigned int x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned int __bfloat162uint_ru(__nv_bfloat16 a) {
  return (unsigned int)__builtin_ceilf((float)a.v);
}
__KC_FN __nv_bfloat16 __uint2bfloat16_ru(unsigned int x) {
  return __nv_bfloat16((float)x);
}
__KC_FN short __bfloat162short_rn(__nv_bfloat16 a) {
  return (short)__builtin_rintf((float)a.v);
}
__KC_FN __nv_bfloat16 __short2bfloat16_rn(short x) {
  return __nv_bfloat16((float)x);
}
__KC_FN short __bfloat162short_rz(__nv_bfloat16 a) {
  return (short)__builtin_truncf((float)a.v);
}
__KC_FN __nv_bfloat16 __short2bfloat16_rz(short x) {
  return __nv_bfloat16((float)x);
}
__KC_FN short __bfloat162short_rd(__nv_bfloat16 a) {
  return (short)__builtin_floorf((float)a.v);
}
__KC_FN __nv_bfloat16 __short2bfloat16_rd(short x) {
  return __nv_bfloat16((float)x);
}
__KC_FN short __bfloat162short_ru(__nv_bfloat16 a) {
  return (short)__builtin_ceilf((float)a.v);
}
__KC_FN __nv_bfloat16 __short2bfloat16_ru(short x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned short __bfloat162ushort_rn(__nv_bfloat16 a) {
  return (unsigned short)__builtin_rintf((float)a.v);
}
__KC_FN __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) {
  return (unsigned short)__builtin_truncf((float)a.v);
}
__KC_FN __nv_bfloat16 __ushort2bfloat16_rz(unsigned short x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned short __bfloat162ushort_rd(__nv_bfloat16 a) {
  return (unsigned short)__builtin_floorf((float)a.v);
}
__KC_FN __nv_bfloat16 __ushort2bfloat16_rd(unsigned short x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned short __bfloat162ushort_ru(__nv_bfloat16 a) {
  return (unsigned short)__builtin_ceilf((float)a.v);
}
__KC_FN __nv_bfloat16 __ushort2bfloat16_ru(unsigned short x) {
  return __nv_bfloat16((float)x);
}
__KC_FN long long __bfloat162ll_rn(__nv_bfloat16 a) {
  return (long long)__builtin_rintf((float)a.v);
}
__KC_FN __nv_bfloat16 __ll2bfloat16_rn(long long x) {
  return __nv_bfloat16((float)x);
}
__KC_FN long long __bfloat162ll_rz(__nv_bfloat16 a) {
  return (long long)__builtin_truncf((float)a.v);
}
__KC_FN __nv_bfloat16 __ll2bfloat16_rz(long long x) {
  return __nv_bfloat16((float)x);
}
__KC_FN long long __bfloat162ll_rd(__nv_bfloat16 a) {
  return (long long)__builtin_floorf((float)a.v);
}
__KC_FN __nv_bfloat16 __ll2bfloat16_rd(long long x) {
  return __nv_bfloat16((float)x);
}
__KC_FN long long __bfloat162ll_ru(__nv_bfloat16 a) {
  return (long long)__builtin_ceilf((float)a.v);
}
__KC_FN __nv_bfloat16 __ll2bfloat16_ru(long long x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned long long __bfloat162ull_rn(__nv_bfloat16 a) {
  return (unsigned long long)__builtin_rintf((float)a.v);
}
__KC_FN __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) {
  return (unsigned long long)__builtin_truncf((float)a.v);
}
__KC_FN __nv_bfloat16 __ull2bfloat16_rz(unsigned long long x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned long long __bfloat162ull_rd(__nv_bfloat16 a) {
  return (unsigned long long)__builtin_floorf((float)a.v);
}
__KC_FN __nv_bfloat16 __ull2bfloat16_rd(unsigned long long x) {
  return __nv_bfloat16((float)x);
}
__KC_FN unsigned long long __bfloat162ull_ru(__nv_bfloat16 a) {
  return (unsigned long long)__builtin_ceilf((float)a.v);
}
__KC_FN __nv_bfloat16 __ull2bfloat16_ru(unsigned long long x) {
  return __nv_bfloat16((float)x);
}
__KC_FN short __bfloat16_as_short(__nv_bfloat16 a) {
  return __builtin_bit_cast(short, a.v);
}
__KC_FN unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) {
  return __builtin_bit_cast(unsigned short, a.v);
}
__KC_FN __nv_bfloat16 __short_as_bfloat16(short x) {
  return __nv_bfloat16(__builtin_bit_cast(__bf16, x));
}
__KC_FN __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) {
  return __nv_bfloat16(__builtin_bit_cast(__bf16, x));
}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
typedef __nv_bfloat16 __bfloat16;
#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0)
