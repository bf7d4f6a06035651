// The single and double precision functions of the CUDA math library, and their C++ overloads.
// What NVIDIA's compilers turn into one to three instructions is written out here; the rest calls
// a canonical function.
#pragma once
#include "kcast_math_declarations.h"

// The overloads for integers and mixed arguments compute in double, as in the standard library.
template <class T>
struct __kc_real_of {};
#define __KC_REAL(T)       \
  template <>              \
  struct __kc_real_of<T> { \
    typedef double type;   \
  };
__KC_REAL(bool)
__KC_REAL(char) __KC_REAL(signed char) __KC_REAL(unsigned char) __KC_REAL(short)
    __KC_REAL(unsigned short) __KC_REAL(int) __KC_REAL(unsigned int) __KC_REAL(long)
        __KC_REAL(unsigned long) __KC_REAL(long long) __KC_REAL(unsigned long long)
            __KC_REAL(long double)
#undef __KC_REAL
                template <class T>
                struct __kc_number_of : __kc_real_of<T> {
};
template <>
struct __kc_number_of<float> {
  typedef double type;
};
template <>
struct __kc_number_of<double> {
  typedef double type;
};
template <class A, class B>
using __kc_mixed =
    decltype((typename __kc_number_of<A>::type)0 + (typename __kc_number_of<B>::type)0);

// A declaration whose symbol is the canonical function: no body to parse, and the call goes there.
#define __KC_CALL1(name)                                          \
  __KC_PURE float name##f(float x) __asm__("__kc_" #name "_f32"); \
  __KC_PURE float name(float x) __asm__("__kc_" #name "_f32");    \
  __KC_PURE double name(double x) __asm__("__kc_" #name "_f64");
#define __KC_CALL1_F64(name)                                     \
  __KC_PURE double name(double x) __asm__("__kc_" #name "_f64"); \
  __KC_FN float name(float x) {                                  \
    return name##f(x);                                           \
  }
#define __KC_CALL2(name)                                                   \
  __KC_PURE float name##f(float x, float y) __asm__("__kc_" #name "_f32"); \
  __KC_PURE float name(float x, float y) __asm__("__kc_" #name "_f32");    \
  __KC_PURE double name(double x, double y) __asm__("__kc_" #name "_f64");
#define __KC_INST1(name, f32, f64) \
  __KC_FN float name##f(float x) { \
    return f32;                    \
  }                                \
  __KC_FN float name(float x) {    \
    return f32;                    \
  }                                \
  __KC_FN double name(double x) {  \
    return f64;                    \
  }
#define __KC_INST2(name, f32, f64)          \
  __KC_FN float name##f(float x, float y) { \
    return f32;                             \
  }                                         \
  __KC_FN float name(float x, float y) {    \
    return f32;                             \
  }                                         \
  __KC_FN double name(double x, double y) { \
    return f64;                             \
  }
// The forms for integers and mixed arguments of the double function `name`.
#define __KC_OVER1(name)                             \
  template <class T>                                 \
  __KC_FN typename __kc_real_of<T>::type name(T x) { \
    return name((double)x);                          \
  }
#define __KC_OVER2(name)                    \
  template <class A, class B>               \
  __KC_FN __kc_mixed<A, B> name(A x, B y) { \
    return name((double)x, (double)y);      \
  }

// The builtins of single-precision instructions and conversions, in the form that flushes denormals
// where the build asks for it: __KC_FTZ(sin_approx)(x), __KC_FTZ_CVT(f2i_rn)(x).
#if defined(__KCAST_FAST_MATH__) || defined(__KCAST_FTZ__)
#define __KC_FTZ(name) __nvvm_##name##_ftz_f
#define __KC_FTZ_CVT(name) __nvvm_##name##_ftz
#define __KC_FTZ_WORD ".ftz"
#else
#define __KC_FTZ(name) __nvvm_##name##_f
#define __KC_FTZ_CVT(name) __nvvm_##name
#define __KC_FTZ_WORD ""
#endif

// The approximate instructions, which fast math puts in the place of the library functions.
__KC_DEV float __sinf(float x) {
  return __KC_FTZ(sin_approx)(x);
}
__KC_DEV float __cosf(float x) {
  return __KC_FTZ(cos_approx)(x);
}
__KC_DEV float __log2f(float x) {
  return __KC_FTZ(lg2_approx)(x);
}
__KC_DEV float __exp2f(float x) {
  return __KC_FTZ(ex2_approx)(x);
}
__KC_DEV float __fdividef(float x, float y) {
  return __KC_FTZ(div_approx)(x, y);
}
__KC_DEV float __tanf(float x) {
  return __fdividef(__sinf(x), __cosf(x));
}
__KC_DEV float __logf(float x) {
  return __log2f(x) * 0x1.62e430p-1f;
}
__KC_DEV float __log10f(float x) {
  return __log2f(x) * 0x1.344136p-2f;
}
__KC_DEV float __expf(float x) {
  return __exp2f(x * 0x1.715476p+0f);
}
__KC_DEV float __exp10f(float x) {
  return __exp2f(x * 0x1.a934f0p+1f);
}
__KC_DEV float __powf(float x, float y) {
  return __exp2f(y * __log2f(x));
}
__KC_DEV void __sincosf(float x, float* s, float* c) {
  *s = __sinf(x);
  *c = __cosf(x);
}
__KC_DEV float __tanh_approxf(float x) {
  float r;
  asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}
__KC_DEV float __saturatef(float x) {
  return __KC_FTZ(saturate)(x);
}

#ifdef __KCAST_FAST_MATH__
#define __KC_FAST1(name, fast)     \
  __KC_FN float name##f(float x) { \
    return fast(x);                \
  }                                \
  __KC_CALL1_F64(name)
__KC_FAST1(sin, __sinf)
__KC_FAST1(cos, __cosf) __KC_FAST1(tan, __tanf) __KC_FAST1(exp, __expf) __KC_FAST1(exp2, __exp2f)
    __KC_FAST1(exp10, __exp10f) __KC_FAST1(log, __logf) __KC_FAST1(log2, __log2f)
        __KC_FAST1(log10, __log10f) __KC_FAST1(tanh, __tanh_approxf)
#undef __KC_FAST1
            __KC_FN float powf(float x, float y) {
  return __powf(x, y);
}
__KC_DEV void sincosf(float x, float* s, float* c) {
  __sincosf(x, s, c);
}
__KC_FN float __kc_sqrtf(float x) {
  return __KC_FTZ(sqrt_approx)(x);
}
#else
__KC_CALL1(sin)
__KC_CALL1(cos) __KC_CALL1(tan) __KC_CALL1(exp) __KC_CALL1(exp2) __KC_CALL1(exp10) __KC_CALL1(log)
    __KC_CALL1(log2) __KC_CALL1(log10) __KC_CALL1(tanh) __KC_PURE
    float powf(float x, float y) __asm__("__kc_pow_f32");
__KC_DEV void sincosf(float x, float* s, float* c) {
  __kc_f32x2 r = __kc_sincos_f32(x);
  *s = r.x;
  *c = r.y;
}
__KC_FN float __kc_sqrtf(float x) {
  return __builtin_sqrtf(x);
}
#endif

__KC_CALL1(asin)
__KC_CALL1(acos) __KC_CALL1(atan) __KC_CALL1(sinh) __KC_CALL1(cosh) __KC_CALL1(asinh)
    __KC_CALL1(acosh) __KC_CALL1(atanh) __KC_CALL1(expm1) __KC_CALL1(log1p) __KC_CALL1(logb)
        __KC_CALL1(cbrt) __KC_CALL1(erf) __KC_CALL1(erfc) __KC_CALL1(tgamma) __KC_CALL1(lgamma)
            __KC_CALL1(sinpi) __KC_CALL1(cospi) __KC_CALL1(rcbrt) __KC_CALL1(erfinv)
                __KC_CALL1(erfcinv) __KC_CALL1(erfcx) __KC_CALL1(normcdf) __KC_CALL1(normcdfinv)
                    __KC_CALL1(j0) __KC_CALL1(j1) __KC_CALL1(y0) __KC_CALL1(y1)
                        __KC_CALL1(cyl_bessel_i0) __KC_CALL1(cyl_bessel_i1) __KC_CALL2(atan2)
                            __KC_CALL2(fmod) __KC_CALL2(remainder) __KC_CALL2(hypot)
                                __KC_CALL2(rhypot) __KC_CALL2(nextafter)

                                    __KC_FN float pow(float x, float y) {
  return powf(x, y);
}
__KC_PURE double pow(double x, double y) __asm__("__kc_pow_f64");
__KC_PURE float powif(float x, int n) __asm__("__kc_powi_f32");
__KC_PURE double powi(double x, int n) __asm__("__kc_powi_f64");
// The host evaluator knows the functions of one result.
__attribute__((host)) inline void sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}
__attribute__((host)) inline void sincos(double x, double* s, double* c) {
  *s = sin(x);
  *c = cos(x);
}
__KC_DEV void sincos(double x, double* s, double* c) {
  __kc_f64x2 r = __kc_sincos_f64(x);
  *s = r.x;
  *c = r.y;
}
__attribute__((host)) inline void sincos(float x, float* s, float* c) {
  sincosf(x, s, c);
}
__KC_DEV void sincos(float x, float* s, float* c) {
  sincosf(x, s, c);
}
__KC_FN void sincospif(float x, float* s, float* c) {
  __kc_f32x2 r = __kc_sincospi_f32(x);
  *s = r.x;
  *c = r.y;
}
__KC_FN void sincospi(double x, double* s, double* c) {
  __kc_f64x2 r = __kc_sincospi_f64(x);
  *s = r.x;
  *c = r.y;
}
__KC_FN void sincospi(float x, float* s, float* c) {
  sincospif(x, s, c);
}

// PTX has the instruction, which LLVM's builtin does not use.
__KC_FN float __kc_copysign(float magnitude, float sign) {
  float r;
  asm("copysign.f32 %0, %1, %2;" : "=f"(r) : "f"(sign), "f"(magnitude));
  return r;
}
__KC_FN double __kc_copysign(double magnitude, double sign) {
  double r;
  asm("copysign.f64 %0, %1, %2;" : "=d"(r) : "d"(sign), "d"(magnitude));
  return r;
}
__KC_INST1(fabs, __builtin_fabsf(x), __builtin_fabs(x))
__KC_INST1(sqrt, __kc_sqrtf(x), __builtin_sqrt(x))
__KC_INST1(rsqrt, __KC_FTZ(rsqrt_approx)(x), __kc_rsqrt_f64(x))
__KC_INST1(floor, __builtin_floorf(x), __builtin_floor(x))
__KC_INST1(ceil, __builtin_ceilf(x), __builtin_ceil(x))
__KC_INST1(trunc, __builtin_truncf(x), __builtin_trunc(x))
__KC_INST1(rint, __builtin_rintf(x), __builtin_rint(x))
__KC_INST1(nearbyint, __builtin_rintf(x), __builtin_rint(x))
__KC_INST1(round, __builtin_truncf(__KC_FTZ(add_rz)(x, __kc_copysign(0.5f, x))),
           __builtin_trunc(__nvvm_add_rz_d(x, __kc_copysign(0.5, x))))
__KC_INST2(fmin, __builtin_fminf(x, y), __builtin_fmin(x, y))
__KC_INST2(fmax, __builtin_fmaxf(x, y), __builtin_fmax(x, y))
__KC_INST2(fdim, x <= y ? 0.0f : x - y, x <= y ? 0.0 : x - y)
__KC_INST2(copysign, __kc_copysign(x, y), __kc_copysign(x, y))
__KC_FN float fdividef(float x, float y) {
  return x / y;
}
__KC_FN float fmaf(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
__KC_FN double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
__KC_FN float fma(float x, float y, float z) {
  return fmaf(x, y, z);
}
template <class A, class B, class C>
__KC_FN __kc_mixed<A, decltype(__kc_mixed<B, C>())> fma(A x, B y, C z) {
  return fma((double)x, (double)y, (double)z);
}

__KC_PURE float ldexpf(float x, int n) __asm__("__kc_ldexp_f32");
__KC_PURE double ldexp(double x, int n) __asm__("__kc_ldexp_f64");
__KC_PURE float ldexp(float x, int n) __asm__("__kc_ldexp_f32");
__KC_PURE float scalbnf(float x, int n) __asm__("__kc_ldexp_f32");
__KC_PURE double scalbn(double x, int n) __asm__("__kc_ldexp_f64");
__KC_PURE float scalbn(float x, int n) __asm__("__kc_ldexp_f32");
__KC_FN int __kc_clamp_int(long n) {
  return n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n;
}
__KC_FN float scalblnf(float x, long n) {
  return __kc_ldexp_f32(x, __kc_clamp_int(n));
}
__KC_FN double scalbln(double x, long n) {
  return __kc_ldexp_f64(x, __kc_clamp_int(n));
}
__KC_FN float scalbln(float x, long n) {
  return scalblnf(x, n);
}
__KC_PURE int ilogbf(float x) __asm__("__kc_ilogb_f32");
__KC_PURE int ilogb(double x) __asm__("__kc_ilogb_f64");
__KC_PURE int ilogb(float x) __asm__("__kc_ilogb_f32");
__KC_FN float frexpf(float x, int* e) {
  *e = __kc_frexp_exp_f32(x);
  return __kc_frexp_f32(x);
}
__KC_FN double frexp(double x, int* e) {
  *e = __kc_frexp_exp_f64(x);
  return __kc_frexp_f64(x);
}
__KC_FN float frexp(float x, int* e) {
  return frexpf(x, e);
}
__KC_FN float modff(float x, float* whole) {
  *whole = truncf(x);
  return copysignf(__builtin_isinf(x) ? 0.0f : x - *whole, x);
}
__KC_FN double modf(double x, double* whole) {
  *whole = trunc(x);
  return copysign(__builtin_isinf(x) ? 0.0 : x - *whole, x);
}
__KC_FN float modf(float x, float* whole) {
  return modff(x, whole);
}
__KC_FN float remquof(float x, float y, int* q) {
  *q = __kc_remquo_quo_f32(x, y);
  return __kc_remainder_f32(x, y);
}
__KC_FN double remquo(double x, double y, int* q) {
  *q = __kc_remquo_quo_f64(x, y);
  return __kc_remainder_f64(x, y);
}
__KC_FN float remquo(float x, float y, int* q) {
  return remquof(x, y, q);
}
__KC_FN float nexttowardf(float x, double y) {
  return (float)__kc_nextafter_f32(x, (float)y);
}
__KC_PURE double nexttoward(double x, double y) __asm__("__kc_nextafter_f64");
__KC_PURE float jnf(int n, float x) __asm__("__kc_jn_f32");
__KC_PURE double jn(int n, double x) __asm__("__kc_jn_f64");
__KC_PURE float ynf(int n, float x) __asm__("__kc_yn_f32");
__KC_PURE double yn(int n, double x) __asm__("__kc_yn_f64");
__KC_PURE float norm3df(float a, float b, float c) __asm__("__kc_norm3d_f32");
__KC_PURE double norm3d(double a, double b, double c) __asm__("__kc_norm3d_f64");
__KC_PURE float rnorm3df(float a, float b, float c) __asm__("__kc_rnorm3d_f32");
__KC_PURE double rnorm3d(double a, double b, double c) __asm__("__kc_rnorm3d_f64");
__KC_PURE float norm4df(float a, float b, float c, float d) __asm__("__kc_norm4d_f32");
__KC_PURE double norm4d(double a, double b, double c, double d) __asm__("__kc_norm4d_f64");
__KC_PURE float rnorm4df(float a, float b, float c, float d) __asm__("__kc_rnorm4d_f32");
__KC_PURE double rnorm4d(double a, double b, double c, double d) __asm__("__kc_rnorm4d_f64");
__KC_FN float normf(int n, const float* p) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s = __builtin_fmaf(p[i], p[i], s);
  return sqrtf(s);
}
__KC_FN double norm(int n, const double* p) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s = __builtin_fma(p[i], p[i], s);
  return sqrt(s);
}
__KC_FN float rnormf(int n, const float* p) {
  return 1.0f / normf(n, p);
}
__KC_FN double rnorm(int n, const double* p) {
  return 1.0 / norm(n, p);
}
template <class A, class B, class C>
__KC_FN double hypot(A x, B y, C z) {
  return __kc_norm3d_f64((double)x, (double)y, (double)z);
}

__KC_OVER1(sin)
__KC_OVER1(cos) __KC_OVER1(tan) __KC_OVER1(exp) __KC_OVER1(exp2) __KC_OVER1(log) __KC_OVER1(
    log2) __KC_OVER1(log10) __KC_OVER1(tanh) __KC_OVER1(asin) __KC_OVER1(acos) __KC_OVER1(atan)
    __KC_OVER1(sinh) __KC_OVER1(cosh) __KC_OVER1(expm1) __KC_OVER1(log1p) __KC_OVER1(cbrt)
        __KC_OVER1(erf) __KC_OVER1(tgamma) __KC_OVER1(lgamma) __KC_OVER1(fabs) __KC_OVER1(
            sqrt) __KC_OVER1(rsqrt) __KC_OVER1(floor) __KC_OVER1(ceil) __KC_OVER1(trunc)
            __KC_OVER1(rint) __KC_OVER1(round) __KC_OVER2(pow) __KC_OVER2(atan2) __KC_OVER2(
                fmod) __KC_OVER2(remainder) __KC_OVER2(hypot) __KC_OVER2(fmin) __KC_OVER2(fmax)
                __KC_OVER2(fdim) __KC_OVER2(copysign)
// Rounding to integers.
#define __KC_TO_INT(name, T, f32, f64) \
  __KC_FN T name##f(float x) {         \
    return (T)(f32);                   \
  }                                    \
  __KC_FN T name(double x) {           \
    return (T)(f64);                   \
  }                                    \
  __KC_FN T name(float x) {            \
    return name##f(x);                 \
  }
                    __KC_TO_INT(lrint, long, __KC_FTZ_CVT(f2ll_rn)(x),
                                __nvvm_d2ll_rn(x)) __KC_TO_INT(llrint, long long, __KC_FTZ_CVT(f2ll_rn)(x),
                                                               __nvvm_d2ll_rn(x))
                        __KC_TO_INT(lround, long, roundf(x),
                                    round(x)) __KC_TO_INT(llround, long long, roundf(x), round(x))
#undef __KC_TO_INT

// Classification. The names may not be macros: std::isnan must stay a function.
#define __KC_CLASS(name, builtin)                                     \
  __KC_FN bool name(float x) {                                        \
    return builtin(x);                                                \
  }                                                                   \
  __KC_FN bool name(double x) {                                       \
    return builtin(x);                                                \
  }                                                                   \
  template <class T>                                                  \
  __KC_FN decltype((typename __kc_real_of<T>::type)0 > 0) name(T x) { \
    return builtin((double)x);                                        \
  }
                            __KC_CLASS(isnan, __builtin_isnan) __KC_CLASS(isinf, __builtin_isinf)
                                __KC_CLASS(isfinite, __builtin_isfinite)
                                    __KC_CLASS(isnormal, __builtin_isnormal)
                                        __KC_CLASS(signbit, __builtin_signbit)
#undef __KC_CLASS
#define __KC_ORDER(name, builtin)         \
  __KC_FN bool name(float x, float y) {   \
    return builtin(x, y);                 \
  }                                       \
  __KC_FN bool name(double x, double y) { \
    return builtin(x, y);                 \
  }
                                            __KC_ORDER(isgreater, __builtin_isgreater)
                                                __KC_ORDER(isgreaterequal, __builtin_isgreaterequal)
                                                    __KC_ORDER(isless, __builtin_isless)
                                                        __KC_ORDER(islessequal,
                                                                   __builtin_islessequal)
                                                            __KC_ORDER(islessgreater,
                                                                       __builtin_islessgreater)
                                                                __KC_ORDER(isunordered,
                                                                           __builtin_isunordered)
#undef __KC_ORDER
                                                                    __KC_FN int __isnanf(float x) {
  return __builtin_isnan(x);
}
__KC_FN int __isnan(double x) {
  return __builtin_isnan(x);
}
__KC_FN int __isinff(float x) {
  return __builtin_isinf(x);
}
__KC_FN int __isinf(double x) {
  return __builtin_isinf(x);
}
__KC_FN int __finitef(float x) {
  return __builtin_isfinite(x);
}
__KC_FN int __finite(double x) {
  return __builtin_isfinite(x);
}
__KC_FN int finite(double x) {
  return __builtin_isfinite(x);
}
__KC_FN int __signbitf(float x) {
  return __builtin_signbit(x);
}
__KC_FN int __signbitd(double x) {
  return __builtin_signbit(x);
}
__KC_FN float nanf(const char*) {
  return __builtin_nanf("");
}
__KC_FN double nan(const char*) {
  return __builtin_nan("");
}
enum { FP_NAN = 0, FP_INFINITE = 1, FP_ZERO = 2, FP_SUBNORMAL = 3, FP_NORMAL = 4 };
__KC_FN int fpclassify(float x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}
__KC_FN int fpclassify(double x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}

#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_NAN FP_NAN
#define FP_INFINITE FP_INFINITE
#define FP_ZERO FP_ZERO
#define FP_SUBNORMAL FP_SUBNORMAL
#define FP_NORMAL FP_NORMAL

#undef __KC_OVER1
#undef __KC_OVER2
#undef __KC_CALL1
#undef __KC_CALL1_F64
#undef __KC_CALL2
#undef __KC_INST1
#undef __KC_INST2
