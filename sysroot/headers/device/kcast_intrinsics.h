// Arithmetic with an explicit rounding mode, conversions and bit casts.
#pragma once

#define __KC_ROUND2(name, f32, f64, r, R)               \
  __KC_DEV float __f##name##_##r(float x, float y) {    \
    return __KC_FTZ(f32##_##R)(x, y);                \
  }                                                     \
  __KC_DEV double __d##name##_##r(double x, double y) { \
    return __nvvm_##f64##_##R##_d(x, y);                \
  }
#define __KC_ROUND(r, R)                                          \
  __KC_ROUND2(add, add, add, r, R)                                \
  __KC_ROUND2(mul, mul, mul, r, R)                                \
  __KC_ROUND2(div, div, div, r, R)                                \
  __KC_DEV float __fsub_##r(float x, float y) {                   \
    float z;                                                      \
    asm("sub." #R __KC_FTZ_WORD ".f32 %0, %1, %2;" : "=f"(z) : "f"(x), "f"(y)); \
    return z;                                                     \
  }                                                               \
  __KC_DEV double __dsub_##r(double x, double y) {                \
    double z;                                                     \
    asm("sub." #R ".f64 %0, %1, %2;" : "=d"(z) : "d"(x), "d"(y)); \
    return z;                                                     \
  }                                                               \
  __KC_DEV float __frcp_##r(float x) {                            \
    return __KC_FTZ(rcp_##R)(x);                                 \
  }                                                               \
  __KC_DEV double __drcp_##r(double x) {                          \
    return __nvvm_rcp_##R##_d(x);                                 \
  }                                                               \
  __KC_DEV float __fsqrt_##r(float x) {                           \
    return __KC_FTZ(sqrt_##R)(x);                                \
  }                                                               \
  __KC_DEV double __dsqrt_##r(double x) {                         \
    return __nvvm_sqrt_##R##_d(x);                                \
  }                                                               \
  __KC_DEV float __fmaf_##r(float x, float y, float z) {          \
    return __KC_FTZ(fma_##R)(x, y, z);                           \
  }                                                               \
  __KC_DEV double __fma_##r(double x, double y, double z) {       \
    return __nvvm_fma_##R##_d(x, y, z);                           \
  }                                                               \
  __KC_DEV float __fmaf_ieee_##r(float x, float y, float z) {     \
    return __nvvm_fma_##R##_f(x, y, z);                           \
  }                                                               \
  __KC_DEV float __double2float_##r(double x) {                   \
    return __KC_FTZ_CVT(d2f_##R)(x);                                     \
  }                                                               \
  __KC_DEV int __double2int_##r(double x) {                       \
    return __nvvm_d2i_##R(x);                                     \
  }                                                               \
  __KC_DEV unsigned int __double2uint_##r(double x) {             \
    return __nvvm_d2ui_##R(x);                                    \
  }                                                               \
  __KC_DEV long long __double2ll_##r(double x) {                  \
    return __nvvm_d2ll_##R(x);                                    \
  }                                                               \
  __KC_DEV unsigned long long __double2ull_##r(double x) {        \
    return __nvvm_d2ull_##R(x);                                   \
  }                                                               \
  __KC_DEV int __float2int_##r(float x) {                         \
    return __KC_FTZ_CVT(f2i_##R)(x);                                     \
  }                                                               \
  __KC_DEV unsigned int __float2uint_##r(float x) {               \
    return __KC_FTZ_CVT(f2ui_##R)(x);                                    \
  }                                                               \
  __KC_DEV long long __float2ll_##r(float x) {                    \
    return __KC_FTZ_CVT(f2ll_##R)(x);                                    \
  }                                                               \
  __KC_DEV unsigned long long __float2ull_##r(float x) {          \
    return __KC_FTZ_CVT(f2ull_##R)(x);                                   \
  }                                                               \
  __KC_DEV float __int2float_##r(int x) {                         \
    return __nvvm_i2f_##R(x);                                     \
  }                                                               \
  __KC_DEV float __uint2float_##r(unsigned int x) {               \
    return __nvvm_ui2f_##R(x);                                    \
  }                                                               \
  __KC_DEV float __ll2float_##r(long long x) {                    \
    return __nvvm_ll2f_##R(x);                                    \
  }                                                               \
  __KC_DEV float __ull2float_##r(unsigned long long x) {          \
    return __nvvm_ull2f_##R(x);                                   \
  }                                                               \
  __KC_DEV double __ll2double_##r(long long x) {                  \
    return __nvvm_ll2d_##R(x);                                    \
  }                                                               \
  __KC_DEV double __ull2double_##r(unsigned long long x) {        \
    return __nvvm_ull2d_##R(x);                                   \
  }
__KC_ROUND(rn, rn)
__KC_ROUND(rz, rz)
__KC_ROUND(ru, rp)
__KC_ROUND(rd, rm)
#undef __KC_ROUND
#undef __KC_ROUND2

// The approximation and one step of Newton's iteration.
__KC_DEV float __frsqrt_rn(float x) {
  float r = __nvvm_rsqrt_approx_ftz_f(x);
  float error = __builtin_fmaf(-x * r, r, 1.0f);
  return __builtin_fmaf(0.5f * r, error, r);
}
__KC_DEV double __int2double_rn(int x) {
  return x;
}
__KC_DEV double __uint2double_rn(unsigned int x) {
  return x;
}
__KC_DEV int __double2hiint(double x) {
  return (int)(__builtin_bit_cast(long long, x) >> 32);
}
__KC_DEV int __double2loint(double x) {
  return (int)__builtin_bit_cast(long long, x);
}
__KC_DEV double __hiloint2double(int hi, int lo) {
  return __builtin_bit_cast(double, (long long)hi << 32 | (unsigned int)lo);
}
__KC_FN int __float_as_int(float x) {
  return __builtin_bit_cast(int, x);
}
__KC_FN unsigned int __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned int, x);
}
__KC_FN float __int_as_float(int x) {
  return __builtin_bit_cast(float, x);
}
__KC_FN float __uint_as_float(unsigned int x) {
  return __builtin_bit_cast(float, x);
}
__KC_FN long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
__KC_FN double __longlong_as_double(long long x) {
  return __builtin_bit_cast(double, x);
}
