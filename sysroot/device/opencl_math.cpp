// OpenCL's math functions that end in a canonical __kc_ function, in half, float and double and all
// vector widths.
#include "opencl_types.h"

#define KC_PURE extern "C" __attribute__((const, nothrow))

// KC_CANONICAL1(sin) declares __kc_sin_{f16,f32,f64} and defines sin for all types.
#define KC_CANONICAL1_T(T, name, canonical) \
  KC_PURE T canonical(T);                   \
  KC_FUNCTION1(T, name, T, canonical(a))
#define KC_CANONICAL2_T(T, name, canonical) \
  KC_PURE T canonical(T, T);                \
  KC_FUNCTION2(T, name, T, T, canonical(a, b))
#define KC_CANONICAL_INT_T(T, name, canonical) \
  KC_PURE T canonical(T, int);                 \
  KC_FUNCTION2(T, name, T, int, canonical(a, b))
#define KC_EACH_FLOAT(M, name, function)            \
  KC_BITS_16(M(half, name, __kc_##function##_f16))  \
  KC_BITS_32(M(float, name, __kc_##function##_f32)) \
  KC_BITS_64(M(double, name, __kc_##function##_f64))
#define KC_CANONICAL1(name) KC_EACH_FLOAT(KC_CANONICAL1_T, name, name)
#define KC_CANONICAL2(name) KC_EACH_FLOAT(KC_CANONICAL2_T, name, name)

KC_CANONICAL1(sin)
KC_CANONICAL1(cos)
KC_CANONICAL1(tan)
KC_CANONICAL1(asin)
KC_CANONICAL1(acos)
KC_CANONICAL1(atan)
KC_CANONICAL1(sinh)
KC_CANONICAL1(cosh)
KC_CANONICAL1(tanh)
KC_CANONICAL1(asinh)
KC_CANONICAL1(acosh)
KC_CANONICAL1(atanh)
KC_CANONICAL1(sinpi)
KC_CANONICAL1(cospi)
KC_CANONICAL1(tanpi)
KC_CANONICAL1(asinpi)
KC_CANONICAL1(acospi)
KC_CANONICAL1(atanpi)
KC_CANONICAL1(exp)
KC_CANONICAL1(exp2)
KC_CANONICAL1(exp10)
KC_CANONICAL1(expm1)
KC_CANONICAL1(log)
KC_CANONICAL1(log2)
KC_CANONICAL1(log10)
KC_CANONICAL1(log1p)
KC_CANONICAL1(logb)
KC_CANONICAL1(cbrt)
KC_CANONICAL1(erf)
KC_CANONICAL1(erfc)
KC_CANONICAL1(tgamma)
KC_CANONICAL1(lgamma)
KC_CANONICAL2(pow)
KC_CANONICAL2(atan2)
KC_CANONICAL2(atan2pi)
KC_CANONICAL2(fmod)
KC_CANONICAL2(remainder)
KC_CANONICAL2(hypot)
KC_CANONICAL2(nextafter)
KC_EACH_FLOAT(KC_CANONICAL_INT_T, pown, powi)
KC_EACH_FLOAT(KC_CANONICAL_INT_T, ldexp, ldexp)
KC_EACH_FLOAT(KC_CANONICAL_INT_T, rootn, rootn)

// powr is pow on a domain where the sign of the base needs no care; the canonical pow serves both.
#define KC_POWR_T(T, name, canonical) KC_FUNCTION2(T, name, T, T, canonical(a, b))
KC_EACH_FLOAT(KC_POWR_T, powr, pow)

#define KC_LDEXP_SCALAR_N(N, T)      \
  KC_API T##N ldexp(T##N a, int b) { \
    return ldexp(a, (int##N)b);      \
  }
#define KC_LDEXP_SCALAR(T, ...) KC_WIDTHS(KC_LDEXP_SCALAR_N, T)
KC_FLOATS(KC_LDEXP_SCALAR)

#define KC_ILOGB_T(T, name, canonical) \
  KC_PURE int canonical(T);            \
  KC_FUNCTION1(int, name, T, canonical(a))
KC_EACH_FLOAT(KC_ILOGB_T, ilogb, ilogb)

// Functions with a second result behind a pointer come in one form per address space.
#define KC_SPACES(M, ...) \
  M(KC_GENERIC, __VA_ARGS__) M(KC_GLOBAL, __VA_ARGS__) M(KC_LOCAL, __VA_ARGS__)

#define KC_POINTER1_N(N, SPACE, T, P, name)      \
  KC_API T##N name(T##N a, SPACE P##N* second) { \
    T##N result;                                 \
    P##N stored;                                 \
    KC_UNROLL for (int i = 0; i < N; ++i) {      \
      P part;                                    \
      result[i] = name(a[i], &part);             \
      stored[i] = part;                          \
    }                                            \
    *second = stored;                            \
    return result;                               \
  }
#define KC_POINTER1(SPACE, T, P, name, first, other) \
  KC_API T name(T a, SPACE P* second) {              \
    *second = other;                                 \
    return first;                                    \
  }                                                  \
  KC_WIDTHS(KC_POINTER1_N, SPACE, T, P, name)

#define KC_FREXP_T(T, name, suffix)       \
  KC_PURE T __kc_frexp_##suffix(T);       \
  KC_PURE int __kc_frexp_exp_##suffix(T); \
  KC_SPACES(KC_POINTER1, T, int, frexp, __kc_frexp_##suffix(a), __kc_frexp_exp_##suffix(a))
#define KC_LGAMMA_R_T(T, name, suffix)      \
  KC_PURE int __kc_lgamma_sign_##suffix(T); \
  KC_SPACES(KC_POINTER1, T, int, lgamma_r, __kc_lgamma_##suffix(a), __kc_lgamma_sign_##suffix(a))
#define KC_SINCOS_T(T, name, suffix)    \
  KC_PURE T##2 __kc_sincos_##suffix(T); \
  KC_SPACES(KC_SINCOS, T, __kc_sincos_##suffix)
#define KC_SINCOS(SPACE, T, canonical)    \
  KC_API T sincos(T a, SPACE T* second) { \
    T##2 both = canonical(a);             \
    *second = both.y;                     \
    return both.x;                        \
  }                                       \
  KC_WIDTHS(KC_POINTER1_N, SPACE, T, T, sincos)
#define KC_EACH_SUFFIX(M, name)   \
  KC_BITS_16(M(half, name, f16))  \
  KC_BITS_32(M(float, name, f32)) \
  KC_BITS_64(M(double, name, f64))
KC_EACH_SUFFIX(KC_FREXP_T, frexp)
KC_EACH_SUFFIX(KC_LGAMMA_R_T, lgamma_r)
KC_EACH_SUFFIX(KC_SINCOS_T, sincos)

#define KC_REMQUO_N(N, SPACE, T)                               \
  KC_API T##N remquo(T##N a, T##N b, SPACE int##N* quotient) { \
    T##N result;                                               \
    int##N stored;                                             \
    KC_UNROLL for (int i = 0; i < N; ++i) {                    \
      int part;                                                \
      result[i] = remquo(a[i], b[i], &part);                   \
      stored[i] = part;                                        \
    }                                                          \
    *quotient = stored;                                        \
    return result;                                             \
  }
#define KC_REMQUO(SPACE, T, suffix)                \
  KC_API T remquo(T a, T b, SPACE int* quotient) { \
    *quotient = __kc_remquo_quo_##suffix(a, b);    \
    return __kc_remainder_##suffix(a, b);          \
  }                                                \
  KC_WIDTHS(KC_REMQUO_N, SPACE, T)
#define KC_REMQUO_T(T, name, suffix)          \
  KC_PURE int __kc_remquo_quo_##suffix(T, T); \
  KC_SPACES(KC_REMQUO, T, suffix)
KC_EACH_SUFFIX(KC_REMQUO_T, remquo)
