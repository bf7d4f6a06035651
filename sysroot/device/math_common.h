// Helpers of the math bodies. No header is included anywhere in them, so that the same text
// compiles for the device and natively; only operations that PTX has as instructions are used as
// builtins.
#pragma once
#include "math_constants.h"

#define KC_MATH extern "C" __attribute__((const))

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

namespace kc {

typedef unsigned long long u64;
typedef unsigned int u32;
typedef float f32x2 __attribute__((vector_size(8)));
typedef double f64x2 __attribute__((vector_size(16)));

// A number as the unevaluated sum of two doubles.
struct Pair {
  double hi, lo;
};

inline u64 bits_of(double x) {
  return __builtin_bit_cast(u64, x);
}
inline double from_bits(u64 b) {
  return __builtin_bit_cast(double, b);
}
inline double fabs(double x) {
  return __builtin_fabs(x);
}
inline double sqrt(double x) {
  return __builtin_sqrt(x);
}
inline double fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
inline double trunc(double x) {
  return __builtin_trunc(x);
}
inline double floor(double x) {
  return __builtin_floor(x);
}
// Nearest integer, ties to even, for any size: adding and removing 2^52 rounds at the units.
inline double nearest(double x) {
  if (!(fabs(x) < 0x1p52)) return x;
  double magic = x < 0 ? -0x1p52 : 0x1p52;
  return (x + magic) - magic;
}
inline bool is_nan(double x) {
  return x != x;
}
inline bool is_inf(double x) {
  return fabs(x) == __builtin_inf();
}
inline bool negative(double x) {
  return bits_of(x) >> 63;
}
inline double with_sign(double magnitude, double sign) {
  return from_bits((bits_of(magnitude) & ~(1ull << 63)) | (bits_of(sign) & 1ull << 63));
}
constexpr double kInf = __builtin_inf();
constexpr double kNan = __builtin_nan("");

inline Pair two_sum(double a, double b) {
  double s = a + b;
  double t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
inline Pair fast_sum(double a, double b) {
  double s = a + b;
  return {s, b - (s - a)};
}
inline Pair two_product(double a, double b) {
  double p = a * b;
  return {p, fma(a, b, -p)};
}
inline Pair multiply(Pair a, Pair b) {
  Pair p = two_product(a.hi, b.hi);
  return fast_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
inline Pair add(Pair a, Pair b) {
  Pair s = two_sum(a.hi, b.hi);
  return fast_sum(s.hi, s.lo + (a.lo + b.lo));
}
inline Pair divide(Pair a, Pair b) {
  double q = a.hi / b.hi;
  Pair p = multiply({q, 0}, b);
  double rest = ((a.hi - p.hi) - p.lo) + a.lo;
  return fast_sum(q, rest / b.hi);
}

// 2^n for -1022 <= n <= 1023.
inline double power_of_two(int n) {
  return from_bits((u64)(n + 1023) << 52);
}
// x * 2^n with one rounding.
inline double scale(double x, int n) {
  if (n > 3000) n = 3000;
  if (n < -3000) n = -3000;
  while (n > 1023)
    x *= 0x1p1023, n -= 1023;
  // The step leaves 53 bits above the smallest normal number, so that only the last one rounds.
  while (n < -1022)
    x *= 0x1p-969, n += 969;
  return x * power_of_two(n);
}

}  // namespace kc

// Bodies that others build on.
extern "C" {
double __kc_exp_f64(double x);
double __kc_expm1_f64(double x);
double __kc_log_f64(double x);
double __kc_log1p_f64(double x);
double __kc_sin_f64(double x);
double __kc_cos_f64(double x);
double __kc_sinpi_f64(double x);
double __kc_atan_f64(double x);
double __kc_asin_f64(double x);
double __kc_acos_f64(double x);
double __kc_pow_f64(double x, double y);
double __kc_erf_f64(double x);
double __kc_erfc_f64(double x);
double __kc_erfcinv_f64(double x);
double __kc_lgamma_f64(double x);
}

namespace kc {
Pair log_pair(double x);                 // log of a positive finite number
double exp_pair(double x, double tail);  // exp(x + tail) for a small tail
f64x2 sin_cos(double x);
}  // namespace kc
