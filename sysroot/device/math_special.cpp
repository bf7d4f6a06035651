// Error functions and gamma functions.
// erf: its series with positive terms near 0, the continued fraction of erfc in the tail; the
// inverses by Halley's iteration from a closed approximation. gamma: Stirling's series after a
// shift, and the zeta series around 1 and 2, where the logarithm vanishes.
#include "math_common.h"

using namespace kc;

namespace kc {

// exp(s x^2) with the square in two parts; s is 1 or -1.
static double exp_square(double x, double s) {
  Pair square = two_product(x, x);
  return exp_pair(s * square.hi, s * square.lo);
}

// erf on |x| <= 1.5: 2 / sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (1 3 5 ... (2n+1)).
static double erf_series(double x) {
  double term = x, sum = x;
  for (int n = 1; n < 50; ++n) {
    term *= 2 * x * x / (2 * n + 1);
    sum += term;
  }
  return kTwoOverSqrtPi * exp_square(x, -1) * sum;
}

// exp(x^2) erfc(x) for x >= 1.5, its continued fraction from the far end.
static double erfcx_fraction(double x) {
  if (x > 1e8) return kInvSqrtPi / x;
  double f = x;
  int terms = x > 6 ? 30 : 120;
  for (int n = terms; n >= 1; --n)
    f = x + 0.5 * n / f;
  return kInvSqrtPi / f;
}

// A first guess for the inverse of erf at 1 - q, from l = log(q (2 - q)).
static double erfinv_guess(double l) {
  double a = 0.147;
  double t = 2 / (kPiHi * a) + 0.5 * l;
  return sqrt(sqrt(t * t - l / a) - t);
}

// y >= 0 with erfc(y) = q, for 0 < q <= 1.
static double erfc_inverse(double q) {
  double y = erfinv_guess(__kc_log_f64(q) + __kc_log_f64(2 - q));
  for (int i = 0; i < 4; ++i) {
    double error = __kc_erfc_f64(y) - q;
    double u = error / (-kTwoOverSqrtPi * exp_square(y, -1));
    y -= u / (1 + y * u);
  }
  return y;
}

}  // namespace kc

KC_MATH double __kc_erf_f64(double x) {
  double a = fabs(x);
  if (is_nan(x) || x == 0) return x;
  if (a > 6) return with_sign(1, x);
  if (a <= 1.5) return erf_series(x);
  return with_sign(1 - exp_square(a, -1) * erfcx_fraction(a), x);
}

KC_MATH double __kc_erfc_f64(double x) {
  if (is_nan(x)) return x;
  if (x > 27.3) return 0;
  if (x < -6) return 2;
  if (fabs(x) <= 1.5) return 1 - erf_series(x);
  double tail = exp_square(x, -1) * erfcx_fraction(fabs(x));
  return x < 0 ? 2 - tail : tail;
}

KC_MATH double __kc_erfcx_f64(double x) {
  if (is_nan(x)) return x;
  if (x >= 1.5) return erfcx_fraction(x);
  if (x < -26.7) return kInf;
  return exp_square(x, 1) * __kc_erfc_f64(x);
}

KC_MATH double __kc_erfcinv_f64(double x) {
  if (!(x >= 0 && x <= 2)) return kNan;
  if (x == 0) return kInf;
  if (x == 2) return -kInf;
  if (x == 1) return 0;
  return x < 1 ? erfc_inverse(x) : -erfc_inverse(2 - x);
}

KC_MATH double __kc_erfinv_f64(double x) {
  double a = fabs(x);
  if (is_nan(x) || x == 0) return x;
  if (a > 1) return kNan;
  if (a == 1) return with_sign(kInf, x);
  if (a > 0.5) return with_sign(erfc_inverse(1 - a), x);
  double y = erfinv_guess(__kc_log1p_f64(-a * a));
  if (a < 1e-4) y = a / kTwoOverSqrtPi;
  for (int i = 0; i < 3; ++i) {
    double u = (__kc_erf_f64(y) - a) / (kTwoOverSqrtPi * exp_square(y, -1));
    y -= u / (1 + y * u);
  }
  return with_sign(y, x);
}

KC_MATH double __kc_normcdf_f64(double x) {
  Pair t = multiply({-x, 0}, {kSqrtHalf, -0x1.bdd3413b26456p-55});
  if (is_inf(x)) return x > 0 ? 1 : 0;
  double value = 0.5 * __kc_erfc_f64(t.hi);
  // The rounding of the quotient matters in the tail: d erfc / dt = -2 t erfc there.
  return t.hi > 1 ? value - value * 2 * t.hi * t.lo : value;
}

KC_MATH double __kc_normcdfinv_f64(double x) {
  return -kSqrt2 * __kc_erfcinv_f64(2 * x);
}

namespace kc {

// The correction of Stirling's formula, sum B(2k) / (2k (2k - 1) x^(2k - 1)), for x >= 12.
static double stirling_tail(double x) {
  double s = 1 / (x * x);
  double p = 43867.0 / 244188.0;
  p = fma(p, s, -3617.0 / 122400.0);
  p = fma(p, s, 1.0 / 156.0);
  p = fma(p, s, -691.0 / 360360.0);
  p = fma(p, s, 1.0 / 1188.0);
  p = fma(p, s, -1.0 / 1680.0);
  p = fma(p, s, 1.0 / 1260.0);
  p = fma(p, s, -1.0 / 360.0);
  p = fma(p, s, 1.0 / 12.0);
  return p / x;
}

// log(gamma(2 + z)) for |z| <= 0.5.
static double lgamma_near_two(double z) {
  double sum = 0;
  for (int k = 31; k >= 2; --k)
    sum = fma(-z, sum, kZetaMinus1[k - 2] / k);
  return z * (1 - kEuler) + z * z * sum;
}

// log(gamma(x)) for x > 0.
static double lgamma_positive(double x) {
  if (x < 0.5) {
    if (x < 1e-300) return -__kc_log_f64(x);
    return lgamma_near_two(x) - __kc_log1p_f64(x) - __kc_log_f64(x);
  }
  if (x < 1.5) return lgamma_near_two(x - 1) - __kc_log1p_f64(x - 1);
  if (x < 2.5) return lgamma_near_two(x - 2);
  double product = 1;
  while (x < 12)
    product *= x, x += 1;
  Pair l = log_pair(x);
  Pair main = multiply(l, two_sum(x, -0.5));
  Pair rest = add(main, {-x, 0});
  double low = stirling_tail(x) + kHalfLogTwoPi + rest.lo;
  return rest.hi + (product == 1 ? low : low - __kc_log_f64(product));
}

// gamma(x) for x > 0.
static double tgamma_positive(double x) {
  if (x > 171.7) return kInf;
  double product = 1;
  if (x == trunc(x) && x <= 23) {
    for (double k = 2; k < x; k += 1)
      product *= k;
    return product;
  }
  double divisor = 1;
  while (x < 12)
    divisor *= x, x += 1;
  // The power is taken in two halves, because x^(x - 1/2) overflows before gamma does.
  Pair exponent = add(multiply(log_pair(x), two_sum(x, -0.5)), {-x, 0});
  double half = exp_pair(0.5 * exponent.hi, 0.5 * exponent.lo);
  return half * (kSqrtTwoPi * (1 + __kc_expm1_f64(stirling_tail(x)))) / divisor * half;
}

}  // namespace kc

KC_MATH double __kc_lgamma_f64(double x) {
  if (is_nan(x)) return x;
  if (is_inf(x)) return kInf;
  if (x > 0) return lgamma_positive(x);
  if (x == trunc(x)) return kInf;
  if (x > -1e-20) return -__kc_log_f64(-x);
  return kLogPi - __kc_log_f64(fabs(__kc_sinpi_f64(x))) - lgamma_positive(1 - x);
}

KC_MATH int __kc_lgamma_sign_f64(double x) {
  if (!(x < 0)) return negative(x) && x == 0 ? -1 : 1;
  double f = floor(x);
  return f == x || 2 * trunc(f * 0.5) == f ? 1 : -1;
}

KC_MATH double __kc_tgamma_f64(double x) {
  if (is_nan(x)) return x;
  if (x == 0) return with_sign(kInf, x);
  if (x > 0) return tgamma_positive(x);
  if (is_inf(x) || x == trunc(x)) return kNan;
  if (x > -1e-20) return 1 / x;
  if (x < -184) return __kc_lgamma_sign_f64(x) < 0 ? -0.0 : 0.0;
  double s = __kc_sinpi_f64(x);
  if (1 - x < 171) return kPiHi / (s * tgamma_positive(1 - x));
  double g = exp_pair(-lgamma_positive(1 - x), 0);
  return kPiHi / s * g;
}
