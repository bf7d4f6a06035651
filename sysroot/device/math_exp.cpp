// Exponentials, logarithms, powers and hyperbolic functions.
// exp: the argument is reduced to k ln 2 + r, |r| <= ln 2 / 2, and exp(r) is its Taylor series.
// log: x = m 2^e with m near 1, log m = 2 atanh((m - 1) / (m + 1)).
#include "math_common.h"

using namespace kc;

namespace kc {

// (exp(r) - 1 - r) / r^2 for |r| <= 0.36: the terms up to r^14 / 14!.
static double exp_tail(double r) {
  double p = 1.0 / 87178291200.0;
  p = fma(p, r, 1.0 / 6227020800.0);
  p = fma(p, r, 1.0 / 479001600.0);
  p = fma(p, r, 1.0 / 39916800.0);
  p = fma(p, r, 1.0 / 3628800.0);
  p = fma(p, r, 1.0 / 362880.0);
  p = fma(p, r, 1.0 / 40320.0);
  p = fma(p, r, 1.0 / 5040.0);
  p = fma(p, r, 1.0 / 720.0);
  p = fma(p, r, 1.0 / 120.0);
  p = fma(p, r, 1.0 / 24.0);
  p = fma(p, r, 1.0 / 6.0);
  return fma(p, r, 0.5);
}

// exp(r + tail) - 1 for |r| <= 0.36 and a tail below the precision of r.
static double exp_minus_one(double r, double tail) {
  return fma(r * r, exp_tail(r), r) + (tail + tail * r);
}

double exp_pair(double x, double tail) {
  if (is_nan(x)) return x;
  if (x > 709.79) return kInf;
  if (x < -745.2) return 0;
  double k = nearest(x * kInvLn2Hi);
  double r = fma(-k, kLn2Hi, x);
  Pair reduced = fast_sum(r, tail - k * kLn2Lo);
  return scale(1 + exp_minus_one(reduced.hi, reduced.lo), (int)k);
}

Pair log_pair(double x) {
  int e = 0;
  if (x < 0x1p-1022) x *= 0x1p54, e = -54;
  u64 b = bits_of(x);
  e += (int)(b >> 52) - 1023;
  double m = from_bits((b & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  if (m > kSqrt2) m *= 0.5, e += 1;
  Pair f = divide({m - 1, 0}, two_sum(m, 1));
  double s = f.hi * f.hi;
  double p = 1.0 / 25;
  for (int n = 23; n >= 5; n -= 2)
    p = fma(p, s, 1.0 / n);
  // The cubic term is carried in two parts: it is a hundredth of the result.
  Pair square = multiply(f, f);
  Pair inner = add({0x1.5555555555555p-2, 0x1.5555555555555p-56}, multiply(square, {p, 0}));
  Pair log_m = multiply(f, add({1, 0}, multiply(square, inner)));
  Pair scaled = add(two_product(e, kLn2Hi), {e * kLn2Lo, 0});
  return add(scaled, {2 * log_m.hi, 2 * log_m.lo});
}

// The values of log outside of the positive finite numbers; false where the series must be used.
static bool log_special(double x, double* result) {
  if (is_nan(x)) return *result = x, true;
  if (x == 0) return *result = -kInf, true;
  if (x < 0) return *result = kNan, true;
  if (is_inf(x)) return *result = x, true;
  return false;
}

}  // namespace kc

KC_MATH double __kc_exp_f64(double x) {
  return exp_pair(x, 0);
}

KC_MATH double __kc_exp2_f64(double x) {
  if (is_nan(x)) return x;
  if (x >= 1024) return kInf;
  if (x < -1075) return 0;
  double k = nearest(x);
  Pair r = two_product(x - k, kLn2Hi);
  return scale(1 + exp_minus_one(r.hi, r.lo + (x - k) * kLn2Lo), (int)k);
}

KC_MATH double __kc_exp10_f64(double x) {
  if (is_nan(x)) return x;
  if (x > 308.3) return kInf;
  if (x < -323.7) return 0;
  double k = nearest(x * kLog2Of10);
  double t = fma(-k, kLog10Of2Hi, x);
  Pair rest = two_sum(t, -k * kLog10Of2Lo);
  Pair r = two_product(rest.hi, kLn10Hi);
  return scale(1 + exp_minus_one(r.hi, r.lo + rest.hi * kLn10Lo + rest.lo * kLn10Hi), (int)k);
}

KC_MATH double __kc_expm1_f64(double x) {
  if (is_nan(x) || x == 0) return x;
  if (x > 709.79) return kInf;
  if (x < -50) return -1;
  double k = nearest(x * kInvLn2Hi);
  double r = fma(-k, kLn2Hi, x);
  double p = exp_minus_one(r, -k * kLn2Lo);
  if (k == 0) return p;
  if (k > 1000) return scale(1 + p, (int)k);
  double two_k = power_of_two((int)k);
  return fma(two_k, p, two_k - 1);
}

KC_MATH double __kc_log_f64(double x) {
  double special;
  if (log_special(x, &special)) return special;
  Pair l = log_pair(x);
  return l.hi + l.lo;
}

KC_MATH double __kc_log2_f64(double x) {
  double special;
  if (log_special(x, &special)) return special;
  Pair l = multiply(log_pair(x), {kInvLn2Hi, kInvLn2Lo});
  return l.hi + l.lo;
}

KC_MATH double __kc_log10_f64(double x) {
  double special;
  if (log_special(x, &special)) return special;
  Pair l = multiply(log_pair(x), {kInvLn10Hi, kInvLn10Lo});
  return l.hi + l.lo;
}

KC_MATH double __kc_log1p_f64(double x) {
  if (is_nan(x) || x == 0) return x;
  if (x < -1) return kNan;
  if (x == -1) return -kInf;
  if (is_inf(x)) return x;
  if (fabs(x) < 0x1p-54) return x;
  Pair u = two_sum(1, x);
  Pair l = log_pair(u.hi);
  return l.hi + (l.lo + u.lo / u.hi);
}

namespace kc {

static bool is_integer(double y) {
  return trunc(y) == y;
}
static bool is_odd(double y) {
  return fabs(y) < 0x1p53 && ((long long)y & 1);
}

// |x|^y for finite non-zero x and finite y, times the sign.
static double pow_finite(double x, double y, double sign) {
  Pair l = log_pair(x);
  Pair product = multiply(l, {y, 0});
  if (product.hi > 710) return sign * kInf;
  if (product.hi < -746) return sign * 0.0;
  return sign * exp_pair(product.hi, product.lo);
}

}  // namespace kc

KC_MATH double __kc_pow_f64(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (is_nan(x) || is_nan(y)) return x + y;
  bool odd = is_integer(y) && is_odd(y);
  double sign = negative(x) && odd ? -1 : 1;
  if (is_inf(y)) {
    double a = fabs(x);
    if (a == 1) return 1;
    return (a > 1) == (y > 0) ? kInf : 0;
  }
  if (x == 0) return y < 0 ? sign * kInf : sign * 0.0;
  if (is_inf(x)) return y < 0 ? sign * 0.0 : sign * kInf;
  if (x < 0 && !is_integer(y)) return kNan;
  if (x == -1) return sign;
  if (fabs(y) > 0x1p70) return (fabs(x) > 1) == (y > 0) ? kInf : 0;
  return pow_finite(fabs(x), y, sign);
}

KC_MATH double __kc_powi_f64(double x, int n) {
  return __kc_pow_f64(x, n);
}

KC_MATH double __kc_rootn_f64(double x, int n) {
  bool odd = n & 1;
  if (n == 0 || (x < 0 && !odd)) return kNan;
  if (is_nan(x)) return x;
  double sign = odd && negative(x) ? -1 : 1;
  if (x == 0) return n < 0 ? sign * kInf : sign * 0.0;
  if (is_inf(x)) return n < 0 ? sign * 0.0 : sign * kInf;
  Pair l = divide(log_pair(fabs(x)), {(double)n, 0});
  return sign * exp_pair(l.hi, l.lo);
}

KC_MATH double __kc_cbrt_f64(double x) {
  if (x == 0 || is_nan(x) || is_inf(x)) return x;
  Pair l = divide(log_pair(fabs(x)), {3, 0});
  return with_sign(exp_pair(l.hi, l.lo), x);
}

KC_MATH double __kc_rcbrt_f64(double x) {
  if (is_nan(x)) return x;
  if (x == 0) return with_sign(kInf, x);
  if (is_inf(x)) return with_sign(0, x);
  Pair l = divide(log_pair(fabs(x)), {-3, 0});
  return with_sign(exp_pair(l.hi, l.lo), x);
}

KC_MATH double __kc_sinh_f64(double x) {
  double a = fabs(x);
  if (is_nan(x) || x == 0) return x;
  if (a > 40) {
    double half = exp_pair(a - 1, 0) * 0.5;
    return with_sign(half * 0x1.5bf0a8b145769p+1, x);
  }
  double e = __kc_expm1_f64(a);
  return with_sign(0.5 * (e + e / (e + 1)), x);
}

KC_MATH double __kc_cosh_f64(double x) {
  double a = fabs(x);
  if (a > 40) return exp_pair(a - 1, 0) * 0.5 * 0x1.5bf0a8b145769p+1;
  double e = exp_pair(a, 0);
  return 0.5 * e + 0.5 / e;
}

KC_MATH double __kc_tanh_f64(double x) {
  if (is_nan(x) || x == 0) return x;
  double a = fabs(x);
  if (a > 22) return with_sign(1, x);
  double e = __kc_expm1_f64(2 * a);
  return with_sign(e / (e + 2), x);
}

KC_MATH double __kc_asinh_f64(double x) {
  if (is_nan(x) || is_inf(x) || x == 0) return x;
  double a = fabs(x);
  if (a > 0x1p30) return with_sign(__kc_log_f64(a) + kLn2Hi, x);
  return with_sign(__kc_log1p_f64(a + a * a / (1 + sqrt(fma(a, a, 1)))), x);
}

KC_MATH double __kc_acosh_f64(double x) {
  if (!(x >= 1)) return kNan;
  if (x > 0x1p30) return __kc_log_f64(x) + kLn2Hi;
  double t = x - 1;
  return __kc_log1p_f64(t + sqrt(t * (2 + t)));
}

KC_MATH double __kc_atanh_f64(double x) {
  double a = fabs(x);
  if (is_nan(x) || x == 0) return x;
  if (a > 1) return kNan;
  if (a == 1) return with_sign(kInf, x);
  return with_sign(0.5 * __kc_log1p_f64(2 * a / (1 - a)), x);
}
