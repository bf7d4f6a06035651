// The math functions of OpenMP programs, in C and C++, on the host and in target regions: what the GPU has an
// instruction for is written out, the rest calls a canonical function. The evaluator of host code knows them by name.
#ifndef KCAST_OPENMP_MATH_H
#define KCAST_OPENMP_MATH_H
#ifdef __cplusplus
#include <__kcast_host.h>
#define KCAST_EXTERN_C extern "C"
#define KCAST_INLINE __attribute__((always_inline)) inline
#else
#define KCAST_EXTERN_C
#define KCAST_INLINE __attribute__((always_inline, unused)) static inline
#endif
#define KCAST_PURE KCAST_EXTERN_C __attribute__((const, nothrow))

#ifdef __cplusplus
template <class _T, bool = __is_integral(_T)>
struct __kcast_if_integer {};
template <class _T>
struct __kcast_if_integer<_T, true> {
  typedef double type;
};
template <class _T, class _U, bool = __is_arithmetic(_T) && __is_arithmetic(_U) && !__is_same(_T, _U)>
struct __kcast_if_mixed {};
template <class _T, class _U>
struct __kcast_if_mixed<_T, _U, true> {
  typedef double type;
};
template <class _T>
struct __kcast_if_mixed<_T, _T, false> : __kcast_if_integer<_T> {};
#define KCAST_OVER1(name)                                                                       \
  namespace std {                                                                               \
  using ::name;                                                                                 \
  using ::name##f;                                                                              \
  inline float name(float x) { return ::name##f(x); }                                           \
  template <class _T>                                                                           \
  inline typename __kcast_if_integer<_T>::type name(_T x) { return ::name((double)x); }         \
  }
#define KCAST_OVER2(name)                                                                             \
  namespace std {                                                                                     \
  using ::name;                                                                                       \
  using ::name##f;                                                                                    \
  inline float name(float x, float y) { return ::name##f(x, y); }                                     \
  template <class _T, class _U>                                                                       \
  inline typename __kcast_if_mixed<_T, _U>::type name(_T x, _U y) { return ::name((double)x, (double)y); } \
  }
#else
#define KCAST_OVER1(name)
#define KCAST_OVER2(name)
#endif

#define KCAST_CALL1(name)                                       \
  KCAST_PURE float name##f(float x) __asm__("__kc_" #name "_f32"); \
  KCAST_PURE double name(double x) __asm__("__kc_" #name "_f64");  \
  KCAST_OVER1(name)
#define KCAST_CALL2(name)                                                 \
  KCAST_PURE float name##f(float x, float y) __asm__("__kc_" #name "_f32");  \
  KCAST_PURE double name(double x, double y) __asm__("__kc_" #name "_f64"); \
  KCAST_OVER2(name)
#define KCAST_INST1(name, f32, f64)                    \
  KCAST_INLINE float name##f(float x) { return f32; }  \
  KCAST_INLINE double name(double x) { return f64; }   \
  KCAST_OVER1(name)
#define KCAST_INST2(name, f32, f64)                             \
  KCAST_INLINE float name##f(float x, float y) { return f32; }  \
  KCAST_INLINE double name(double x, double y) { return f64; }  \
  KCAST_OVER2(name)

KCAST_CALL1(sin)
KCAST_CALL1(cos)
KCAST_CALL1(tan)
KCAST_CALL1(asin)
KCAST_CALL1(acos)
KCAST_CALL1(atan)
KCAST_CALL1(sinh)
KCAST_CALL1(cosh)
KCAST_CALL1(tanh)
KCAST_CALL1(asinh)
KCAST_CALL1(acosh)
KCAST_CALL1(atanh)
KCAST_CALL1(exp)
KCAST_CALL1(exp2)
KCAST_CALL1(expm1)
KCAST_CALL1(log)
KCAST_CALL1(log2)
KCAST_CALL1(log10)
KCAST_CALL1(log1p)
KCAST_CALL1(logb)
KCAST_CALL1(cbrt)
KCAST_CALL1(erf)
KCAST_CALL1(erfc)
KCAST_CALL1(tgamma)
KCAST_CALL1(lgamma)
KCAST_CALL2(pow)
KCAST_CALL2(atan2)
KCAST_CALL2(fmod)
KCAST_CALL2(remainder)
KCAST_CALL2(hypot)
KCAST_CALL2(nextafter)
KCAST_INST1(fabs, __builtin_fabsf(x), __builtin_fabs(x))
KCAST_INST1(sqrt, __builtin_sqrtf(x), __builtin_sqrt(x))
KCAST_INST1(floor, __builtin_floorf(x), __builtin_floor(x))
KCAST_INST1(ceil, __builtin_ceilf(x), __builtin_ceil(x))
KCAST_INST1(trunc, __builtin_truncf(x), __builtin_trunc(x))
KCAST_INST1(rint, __builtin_rintf(x), __builtin_rint(x))
KCAST_INST1(nearbyint, __builtin_rintf(x), __builtin_rint(x))
KCAST_INST2(fmin, __builtin_fminf(x, y), __builtin_fmin(x, y))
KCAST_INST2(fmax, __builtin_fmaxf(x, y), __builtin_fmax(x, y))
KCAST_INST2(fdim, x <= y ? 0.0f : x - y, x <= y ? 0.0 : x - y)
KCAST_INST2(copysign, __builtin_copysignf(x, y), __builtin_copysign(x, y))
KCAST_INST1(round, __builtin_truncf(x + __builtin_copysignf(0.5f, x)), __builtin_trunc(x + __builtin_copysign(0.5, x)))
#undef KCAST_CALL1
#undef KCAST_CALL2
#undef KCAST_INST1
#undef KCAST_INST2
#undef KCAST_OVER1
#undef KCAST_OVER2

KCAST_PURE float ldexpf(float x, int n) __asm__("__kc_ldexp_f32");
KCAST_PURE double ldexp(double x, int n) __asm__("__kc_ldexp_f64");
KCAST_PURE float scalbnf(float x, int n) __asm__("__kc_ldexp_f32");
KCAST_PURE double scalbn(double x, int n) __asm__("__kc_ldexp_f64");
KCAST_PURE int ilogbf(float x) __asm__("__kc_ilogb_f32");
KCAST_PURE int ilogb(double x) __asm__("__kc_ilogb_f64");
KCAST_INLINE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
KCAST_INLINE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
KCAST_INLINE long lround(double x) { return (long)round(x); }
KCAST_INLINE long lroundf(float x) { return (long)roundf(x); }
KCAST_INLINE long long llround(double x) { return (long long)round(x); }
KCAST_INLINE long lrint(double x) { return (long)rint(x); }
KCAST_INLINE long lrintf(float x) { return (long)rintf(x); }
KCAST_INLINE void sincos(double x, double* s, double* c) {
  *s = sin(x);
  *c = cos(x);
}
KCAST_INLINE void sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}
KCAST_INLINE double modf(double x, double* whole) {
  *whole = trunc(x);
  return x - *whole;
}
KCAST_INLINE float modff(float x, float* whole) {
  *whole = truncf(x);
  return x - *whole;
}
KCAST_INLINE double frexp(double x, int* exponent) {
  *exponent = x == 0 ? 0 : ilogb(x) + 1;
  return ldexp(x, -*exponent);
}
KCAST_INLINE double nan(const char* text) { return __builtin_nan(""); }

#ifdef __cplusplus
namespace std {
using ::fma;
using ::fmaf;
using ::frexp;
using ::ilogb;
using ::ldexp;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::scalbn;
inline float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
inline float ldexp(float x, int e) { return ::ldexpf(x, e); }
inline float modf(float x, float* whole) { return ::modff(x, whole); }
inline float abs(float x) { return ::fabsf(x); }
inline double abs(double x) { return ::fabs(x); }
inline bool isnan(double x) { return x != x; }
inline bool isinf(double x) { return x - x != 0 && x == x; }
inline bool isfinite(double x) { return x - x == 0; }
inline bool isnormal(double x) { return isfinite(x) && (x > 2.2e-308 || x < -2.2e-308); }
inline bool signbit(double x) { return x < 0; }
}  // namespace std
using std::abs;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::isnormal;
using std::signbit;
#else
#define isnan(x) ((x) != (x))
#define isfinite(x) ((x) - (x) == 0)
#define isinf(x) ((x) == (x) && (x) - (x) != 0)
#define signbit(x) ((x) < 0)
#endif
#endif
