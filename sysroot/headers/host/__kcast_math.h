// The math functions of programs that are not CUDA: the evaluator computes them by name.
#ifndef KCAST_HOST_MATH_H
#define KCAST_HOST_MATH_H
#include <__kcast_host.h>

#define KCAST_MATH1(name)                                                              \
  extern "C" inline double name(double x) { return __kcast_math(#name, x, 0); }        \
  extern "C" inline float name##f(float x) { return (float)__kcast_math(#name, x, 0); } \
  namespace std {                                                                      \
  using ::name;                                                                        \
  using ::name##f;                                                                     \
  inline float name(float x) { return (float)__kcast_math(#name, x, 0); }              \
  template <class _T>                                                                  \
  inline typename __kcast_if_integer<_T>::type name(_T x) {                            \
    return __kcast_math(#name, (double)x, 0);                                          \
  }                                                                                    \
  }
#define KCAST_MATH2(name)                                                                       \
  extern "C" inline double name(double x, double y) { return __kcast_math(#name, x, y); }       \
  extern "C" inline float name##f(float x, float y) { return (float)__kcast_math(#name, x, y); } \
  namespace std {                                                                               \
  using ::name;                                                                                 \
  using ::name##f;                                                                              \
  inline float name(float x, float y) { return (float)__kcast_math(#name, x, y); }              \
  template <class _T, class _U>                                                                 \
  inline typename __kcast_if_mixed<_T, _U>::type name(_T x, _U y) {                             \
    return __kcast_math(#name, (double)x, (double)y);                                           \
  }                                                                                             \
  }
#define KCAST_ROUND(name, type, by)                                        \
  extern "C" inline type name(double x) { return (type)by(x); }            \
  extern "C" inline type name##f(float x) { return (type)by((double)x); }  \
  namespace std {                                                          \
  using ::name;                                                            \
  using ::name##f;                                                         \
  inline type name(float x) { return (type)by((double)x); }                \
  }

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

KCAST_MATH1(acos)
KCAST_MATH1(asin)
KCAST_MATH1(atan)
KCAST_MATH1(cos)
KCAST_MATH1(sin)
KCAST_MATH1(tan)
KCAST_MATH1(acosh)
KCAST_MATH1(asinh)
KCAST_MATH1(atanh)
KCAST_MATH1(cosh)
KCAST_MATH1(sinh)
KCAST_MATH1(tanh)
KCAST_MATH1(exp)
KCAST_MATH1(exp2)
KCAST_MATH1(expm1)
KCAST_MATH1(log)
KCAST_MATH1(log10)
KCAST_MATH1(log1p)
KCAST_MATH1(log2)
KCAST_MATH1(logb)
KCAST_MATH1(cbrt)
KCAST_MATH1(sqrt)
KCAST_MATH1(erf)
KCAST_MATH1(erfc)
KCAST_MATH1(tgamma)
KCAST_MATH1(lgamma)
KCAST_MATH1(ceil)
KCAST_MATH1(floor)
KCAST_MATH1(trunc)
KCAST_MATH1(round)
KCAST_MATH1(rint)
KCAST_MATH1(nearbyint)
KCAST_MATH1(fabs)
KCAST_MATH2(pow)
KCAST_MATH2(atan2)
KCAST_MATH2(fmod)
KCAST_MATH2(remainder)
KCAST_MATH2(hypot)
KCAST_MATH2(fmax)
KCAST_MATH2(fmin)
KCAST_MATH2(fdim)
KCAST_MATH2(copysign)
KCAST_MATH2(nextafter)
KCAST_ROUND(lround, long, round)
KCAST_ROUND(llround, long long, round)
KCAST_ROUND(lrint, long, rint)
KCAST_ROUND(llrint, long long, rint)
#undef KCAST_MATH1
#undef KCAST_MATH2
#undef KCAST_ROUND

extern "C" {
inline double fma(double x, double y, double z) { return x * y + z; }
inline float fmaf(float x, float y, float z) { return x * y + z; }
inline double ldexp(double x, int e) { return x * __kcast_math("exp2", e, 0); }
inline float ldexpf(float x, int e) { return (float)ldexp(x, e); }
inline double scalbn(double x, int e) { return ldexp(x, e); }
inline int ilogb(double x) { return (int)__kcast_math("logb", x, 0); }
inline double modf(double x, double* whole) {
  *whole = trunc(x);
  return x - *whole;
}
inline float modff(float x, float* whole) {
  *whole = truncf(x);
  return x - *whole;
}
inline double frexp(double x, int* exponent) {
  *exponent = x == 0 ? 0 : ilogb(x) + 1;
  return ldexp(x, -*exponent);
}
inline void sincos(double x, double* s, double* c) {
  *s = sin(x);
  *c = cos(x);
}
inline void sincosf(float x, float* s, float* c) {
  *s = sinf(x);
  *c = cosf(x);
}
inline double nan(const char*) { return __builtin_nan(""); }
}
namespace std {
using ::fma;
using ::fmaf;
using ::frexp;
using ::ilogb;
using ::ldexp;
using ::modf;
using ::modff;
using ::nan;
using ::scalbn;
inline float fma(float x, float y, float z) { return x * y + z; }
inline float ldexp(float x, int e) { return (float)::ldexp((double)x, e); }
inline float modf(float x, float* whole) { return ::modff(x, whole); }
inline float abs(float x) { return x < 0 ? -x : x; }
inline double abs(double x) { return x < 0 ? -x : x; }
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
#endif
