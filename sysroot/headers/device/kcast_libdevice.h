// NVIDIA's libdevice functions under their own names. They are functions rather than macros, because
// a program that calls one declares it: extern "C" __device__ float __nv_cosf(float). The types are
// those of libdevice's interface, so that such a declaration agrees.
#pragma once

#define __KC_NV __attribute__((device, const, nothrow))
// A function of both precisions whose symbol is the canonical one.
#define __KC_NV_CALL1(name)                                          \
  __KC_NV float __nv_##name##f(float) __asm__("__kc_" #name "_f32"); \
  __KC_NV double __nv_##name(double) __asm__("__kc_" #name "_f64");
#define __KC_NV_CALL2(name)                                                 \
  __KC_NV float __nv_##name##f(float, float) __asm__("__kc_" #name "_f32"); \
  __KC_NV double __nv_##name(double, double) __asm__("__kc_" #name "_f64");
// Functions of one, two and three operands that are another one of this header's.
#define __KC_NV1(R, name, A, by) \
  __KC_DEV R __nv_##name(A a) {  \
    return by(a);                \
  }
#define __KC_NV2(R, name, A, by)     \
  __KC_DEV R __nv_##name(A a, A b) { \
    return by(a, b);                 \
  }
#define __KC_NV3(R, name, A, by)          \
  __KC_DEV R __nv_##name(A a, A b, A c) { \
    return by(a, b, c);                   \
  }
#define __KC_NV_INST1(name)             \
  __KC_NV1(float, name##f, float, name##f) \
  __KC_NV1(double, name, double, ::name)
#define __KC_NV_INST2(name)             \
  __KC_NV2(float, name##f, float, name##f) \
  __KC_NV2(double, name, double, ::name)

extern "C" {
__KC_NV_CALL1(sin)
__KC_NV_CALL1(cos)
__KC_NV_CALL1(tan)
__KC_NV_CALL1(exp)
__KC_NV_CALL1(exp2)
__KC_NV_CALL1(exp10)
__KC_NV_CALL1(log)
__KC_NV_CALL1(log2)
__KC_NV_CALL1(log10)
__KC_NV_CALL1(tanh)
__KC_NV_CALL1(asin)
__KC_NV_CALL1(acos)
__KC_NV_CALL1(atan)
__KC_NV_CALL1(sinh)
__KC_NV_CALL1(cosh)
__KC_NV_CALL1(asinh)
__KC_NV_CALL1(acosh)
__KC_NV_CALL1(atanh)
__KC_NV_CALL1(expm1)
__KC_NV_CALL1(log1p)
__KC_NV_CALL1(logb)
__KC_NV_CALL1(cbrt)
__KC_NV_CALL1(rcbrt)
__KC_NV_CALL1(erf)
__KC_NV_CALL1(erfc)
__KC_NV_CALL1(erfinv)
__KC_NV_CALL1(erfcinv)
__KC_NV_CALL1(erfcx)
__KC_NV_CALL1(normcdf)
__KC_NV_CALL1(normcdfinv)
__KC_NV_CALL1(tgamma)
__KC_NV_CALL1(lgamma)
__KC_NV_CALL1(j0)
__KC_NV_CALL1(j1)
__KC_NV_CALL1(y0)
__KC_NV_CALL1(y1)
__KC_NV_CALL1(cyl_bessel_i0)
__KC_NV_CALL1(cyl_bessel_i1)
__KC_NV_CALL1(sinpi)
__KC_NV_CALL1(cospi)
__KC_NV_CALL2(atan2)
__KC_NV_CALL2(fmod)
__KC_NV_CALL2(remainder)
__KC_NV_CALL2(hypot)
__KC_NV_CALL2(rhypot)
__KC_NV_CALL2(nextafter)
__KC_NV_CALL2(pow)
__KC_NV float __nv_powif(float, int) __asm__("__kc_powi_f32");
__KC_NV double __nv_powi(double, int) __asm__("__kc_powi_f64");
__KC_NV float __nv_ldexpf(float, int) __asm__("__kc_ldexp_f32");
__KC_NV double __nv_ldexp(double, int) __asm__("__kc_ldexp_f64");
__KC_NV float __nv_scalbnf(float, int) __asm__("__kc_ldexp_f32");
__KC_NV double __nv_scalbn(double, int) __asm__("__kc_ldexp_f64");
__KC_NV int __nv_ilogbf(float) __asm__("__kc_ilogb_f32");
__KC_NV int __nv_ilogb(double) __asm__("__kc_ilogb_f64");
__KC_NV float __nv_jnf(int, float) __asm__("__kc_jn_f32");
__KC_NV double __nv_jn(int, double) __asm__("__kc_jn_f64");
__KC_NV float __nv_ynf(int, float) __asm__("__kc_yn_f32");
__KC_NV double __nv_yn(int, double) __asm__("__kc_yn_f64");
__KC_NV float __nv_norm3df(float, float, float) __asm__("__kc_norm3d_f32");
__KC_NV double __nv_norm3d(double, double, double) __asm__("__kc_norm3d_f64");
__KC_NV float __nv_rnorm3df(float, float, float) __asm__("__kc_rnorm3d_f32");
__KC_NV double __nv_rnorm3d(double, double, double) __asm__("__kc_rnorm3d_f64");
__KC_NV float __nv_norm4df(float, float, float, float) __asm__("__kc_norm4d_f32");
__KC_NV double __nv_norm4d(double, double, double, double) __asm__("__kc_norm4d_f64");
__KC_NV float __nv_rnorm4df(float, float, float, float) __asm__("__kc_rnorm4d_f32");
__KC_NV double __nv_rnorm4d(double, double, double, double) __asm__("__kc_rnorm4d_f64");

__KC_NV_INST1(fabs)
__KC_NV_INST1(sqrt)
__KC_NV_INST1(rsqrt)
__KC_NV_INST1(floor)
__KC_NV_INST1(ceil)
__KC_NV_INST1(trunc)
__KC_NV_INST1(rint)
__KC_NV_INST1(nearbyint)
__KC_NV_INST1(round)
__KC_NV_INST2(fmin)
__KC_NV_INST2(fmax)
__KC_NV_INST2(fdim)
__KC_NV_INST2(copysign)
__KC_NV3(float, fmaf, float, fmaf)
__KC_NV3(double, fma, double, ::fma)
__KC_NV1(long long, llrintf, float, llrintf)
__KC_NV1(long long, llrint, double, ::llrint)
__KC_NV1(long long, llroundf, float, llroundf)
__KC_NV1(long long, llround, double, ::llround)
__KC_NV1(float, fast_sinf, float, __sinf)
__KC_NV1(float, fast_cosf, float, __cosf)
__KC_NV1(float, fast_tanf, float, __tanf)
__KC_NV1(float, fast_expf, float, __expf)
__KC_NV1(float, fast_exp10f, float, __exp10f)
__KC_NV1(float, fast_logf, float, __logf)
__KC_NV1(float, fast_log2f, float, __log2f)
__KC_NV1(float, fast_log10f, float, __log10f)
__KC_NV1(float, fast_tanhf, float, __tanh_approxf)
__KC_NV2(float, fast_powf, float, __powf)
__KC_NV2(float, fast_fdividef, float, __fdividef)
__KC_NV1(float, saturatef, float, __saturatef)
__KC_DEV float __nv_frexpf(float x, int* e) {
  return ::frexpf(x, e);
}
__KC_DEV double __nv_frexp(double x, int* e) {
  return ::frexp(x, e);
}
__KC_DEV float __nv_modff(float x, float* whole) {
  return ::modff(x, whole);
}
__KC_DEV double __nv_modf(double x, double* whole) {
  return ::modf(x, whole);
}
__KC_DEV float __nv_remquof(float x, float y, int* q) {
  return ::remquof(x, y, q);
}
__KC_DEV double __nv_remquo(double x, double y, int* q) {
  return ::remquo(x, y, q);
}
__KC_DEV float __nv_normf(int n, const float* p) {
  return ::normf(n, p);
}
__KC_DEV double __nv_norm(int n, const double* p) {
  return ::norm(n, p);
}
__KC_DEV float __nv_rnormf(int n, const float* p) {
  return ::rnormf(n, p);
}
__KC_DEV double __nv_rnorm(int n, const double* p) {
  return ::rnorm(n, p);
}
__KC_DEV void __nv_sincosf(float x, float* s, float* c) {
  ::sincosf(x, s, c);
}
__KC_DEV void __nv_sincos(double x, double* s, double* c) {
  ::sincos(x, s, c);
}
__KC_DEV void __nv_sincospif(float x, float* s, float* c) {
  ::sincospif(x, s, c);
}
__KC_DEV void __nv_sincospi(double x, double* s, double* c) {
  ::sincospi(x, s, c);
}
__KC_DEV void __nv_fast_sincosf(float x, float* s, float* c) {
  __sincosf(x, s, c);
}

__KC_NV1(int, abs, int, ::abs)
__KC_NV1(long long, llabs, long long, ::llabs)
__KC_NV2(int, min, int, ::min)
__KC_NV2(int, max, int, ::max)
__KC_NV2(unsigned int, umin, unsigned int, umin)
__KC_NV2(unsigned int, umax, unsigned int, umax)
__KC_NV2(long long, llmin, long long, llmin)
__KC_NV2(long long, llmax, long long, llmax)
__KC_NV2(unsigned long long, ullmin, unsigned long long, ullmin)
__KC_NV2(unsigned long long, ullmax, unsigned long long, ullmax)
__KC_NV2(int, mul24, int, __mul24)
__KC_NV2(unsigned int, umul24, unsigned int, __umul24)
__KC_NV2(int, mulhi, int, __mulhi)
__KC_NV2(unsigned int, umulhi, unsigned int, __umulhi)
__KC_NV2(long long, mul64hi, long long, __mul64hi)
__KC_NV2(unsigned long long, umul64hi, unsigned long long, __umul64hi)
__KC_NV2(int, hadd, int, __hadd)
__KC_NV2(int, rhadd, int, __rhadd)
__KC_NV2(int, uhadd, unsigned int, __uhadd)
__KC_NV2(unsigned int, urhadd, unsigned int, __urhadd)
__KC_NV3(unsigned int, usad, unsigned int, __usad)
__KC_NV3(int, sad, int, __sad)
__KC_NV3(int, byte_perm, int, __byte_perm)
__KC_NV1(int, popc, unsigned int, __popc)
__KC_NV1(int, popcll, unsigned long long, __popcll)
__KC_NV1(int, clz, int, __clz)
__KC_NV1(int, clzll, long long, __clzll)
__KC_NV1(int, ffs, int, __ffs)
__KC_NV1(int, ffsll, long long, __ffsll)
__KC_NV1(int, brev, int, __brev)
__KC_NV1(long long, brevll, long long, __brevll)
__KC_NV1(int, float_as_int, float, __float_as_int)
__KC_NV1(float, int_as_float, int, __int_as_float)
__KC_NV1(unsigned int, float_as_uint, float, __float_as_uint)
__KC_NV1(float, uint_as_float, unsigned int, __uint_as_float)
__KC_NV1(unsigned long long, double_as_longlong, double, __double_as_longlong)
__KC_NV1(double, longlong_as_double, long long, __longlong_as_double)
__KC_NV2(double, hiloint2double, int, __hiloint2double)
__KC_NV1(int, double2hiint, double, __double2hiint)
__KC_NV1(int, double2loint, double, __double2loint)
__KC_NV1(int, isnanf, float, __isnanf)
__KC_NV1(int, isinff, float, __isinff)
__KC_NV1(int, finitef, float, __finitef)
__KC_NV1(int, signbitf, float, __signbitf)
__KC_NV1(int, isnand, double, __isnan)
__KC_NV1(int, isinfd, double, __isinf)
__KC_NV1(int, isfinited, double, __finite)
__KC_NV1(int, signbitd, double, __signbitd)
__KC_NV1(double, int2double_rn, int, __int2double_rn)
__KC_NV1(double, uint2double_rn, unsigned int, __uint2double_rn)
__KC_NV1(float, frsqrt_rn, float, __frsqrt_rn)
__KC_DEV unsigned short __nv_float2half_rn(float x) {
  return __builtin_bit_cast(unsigned short, (_Float16)x);
}
__KC_DEV float __nv_half2float(unsigned short x) {
  return (float)__builtin_bit_cast(_Float16, x);
}

#define __KC_NV_ROUND(r)                                                 \
  __KC_NV2(float, fadd_##r, float, __fadd_##r)                           \
  __KC_NV2(float, fsub_##r, float, __fsub_##r)                           \
  __KC_NV2(float, fmul_##r, float, __fmul_##r)                           \
  __KC_NV2(float, fdiv_##r, float, __fdiv_##r)                           \
  __KC_NV2(double, dadd_##r, double, __dadd_##r)                         \
  __KC_NV2(double, dsub_##r, double, __dsub_##r)                         \
  __KC_NV2(double, dmul_##r, double, __dmul_##r)                         \
  __KC_NV2(double, ddiv_##r, double, __ddiv_##r)                         \
  __KC_NV1(float, frcp_##r, float, __frcp_##r)                           \
  __KC_NV1(float, fsqrt_##r, float, __fsqrt_##r)                         \
  __KC_NV1(double, drcp_##r, double, __drcp_##r)                         \
  __KC_NV1(double, dsqrt_##r, double, __dsqrt_##r)                       \
  __KC_NV3(float, fmaf_##r, float, __fmaf_##r)                           \
  __KC_NV3(float, fmaf_ieee_##r, float, __fmaf_ieee_##r)                 \
  __KC_NV3(double, fma_##r, double, __fma_##r)                           \
  __KC_NV1(float, double2float_##r, double, __double2float_##r)          \
  __KC_NV1(int, double2int_##r, double, __double2int_##r)                \
  __KC_NV1(unsigned int, double2uint_##r, double, __double2uint_##r)     \
  __KC_NV1(long long, double2ll_##r, double, __double2ll_##r)            \
  __KC_NV1(unsigned long long, double2ull_##r, double, __double2ull_##r) \
  __KC_NV1(int, float2int_##r, float, __float2int_##r)                   \
  __KC_NV1(unsigned int, float2uint_##r, float, __float2uint_##r)        \
  __KC_NV1(long long, float2ll_##r, float, __float2ll_##r)               \
  __KC_NV1(unsigned long long, float2ull_##r, float, __float2ull_##r)    \
  __KC_NV1(float, int2float_##r, int, __int2float_##r)                   \
  __KC_NV1(float, uint2float_##r, unsigned int, __uint2float_##r)        \
  __KC_NV1(float, ll2float_##r, long long, __ll2float_##r)               \
  __KC_NV1(float, ull2float_##r, unsigned long long, __ull2float_##r)    \
  __KC_NV1(double, ll2double_##r, long long, __ll2double_##r)            \
  __KC_NV1(double, ull2double_##r, unsigned long long, __ull2double_##r)
__KC_NV_ROUND(rn)
__KC_NV_ROUND(rz)
__KC_NV_ROUND(ru)
__KC_NV_ROUND(rd)
}

#undef __KC_NV
#undef __KC_NV_CALL1
#undef __KC_NV_CALL2
#undef __KC_NV_INST1
#undef __KC_NV_INST2
#undef __KC_NV_ROUND
#undef __KC_NV1
#undef __KC_NV2
#undef __KC_NV3
