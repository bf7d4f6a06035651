// Functions of the representation: remainders, exponents, neighbours; lengths of vectors.
#include "math_common.h"

using namespace kc;

namespace kc {

// A positive finite number as mantissa * 2^exponent with a mantissa of 53 bits.
struct Parts {
  u64 mantissa;
  int exponent;
};

static Parts parts_of(double a) {
  if (a < 0x1p-1022)
    a *= 0x1p64;
  else
    return {(bits_of(a) & 0xfffffffffffffull) | 1ull << 52, (int)(bits_of(a) >> 52) - 1075};
  return {(bits_of(a) & 0xfffffffffffffull) | 1ull << 52, (int)(bits_of(a) >> 52) - 1075 - 64};
}

// Remainder of a / b for positive finite numbers, and the low bits of the truncated quotient.
struct Division {
  double rest;
  u32 quotient;
};

static Division long_division(double a, double b) {
  if (a < b) return {a, 0};
  Parts x = parts_of(a), y = parts_of(b);
  u64 m = x.mantissa;
  u32 q = (u32)(m / y.mantissa);
  m %= y.mantissa;
  for (int left = x.exponent - y.exponent; left > 0;) {
    int step = left < 11 ? left : 11;
    m <<= step;
    q = q << step | (u32)(m / y.mantissa);
    m %= y.mantissa;
    left -= step;
  }
  return {scale((double)m, y.exponent), q};
}

// The quotient rounded to nearest even, with the rest that belongs to it; the rest may be negative.
static Division nearest_division(double a, double b) {
  Division d = long_division(a, b);
  double other = b - d.rest;
  if (d.rest > other || (d.rest == other && (d.quotient & 1))) {
    d.rest = -other;
    d.quotient += 1;
  }
  return d;
}

static bool no_remainder(double x, double y) {
  return is_nan(x) || is_nan(y) || is_inf(x) || y == 0;
}

static int exponent_of(double x) {
  int e = 0;
  if (fabs(x) < 0x1p-1022) x *= 0x1p64, e = -64;
  return e + (int)((bits_of(x) >> 52) & 0x7ff) - 1023;
}

// Scales so that neither the squares nor their sum leave the range; the result is scaled back.
static double length(double a, double b, double c, double d, bool reciprocal) {
  double m = a;
  if (b > m) m = b;
  if (c > m) m = c;
  if (d > m) m = d;
  if (is_inf(a) || is_inf(b) || is_inf(c) || is_inf(d)) return reciprocal ? 0 : kInf;
  if (is_nan(a) || is_nan(b) || is_nan(c) || is_nan(d)) return kNan;
  if (m == 0) return reciprocal ? kInf : 0;
  int e = exponent_of(m);
  a = scale(a, -e), b = scale(b, -e), c = scale(c, -e), d = scale(d, -e);
  Pair s =
      add(add(two_product(a, a), two_product(b, b)), add(two_product(c, c), two_product(d, d)));
  double root = sqrt(s.hi);
  Pair square = two_product(root, root);
  root += ((s.hi - square.hi) - square.lo + s.lo) / (2 * root);
  return reciprocal ? scale(1 / root, -e) : scale(root, e);
}

}  // namespace kc

KC_MATH double __kc_fmod_f64(double x, double y) {
  if (no_remainder(x, y)) return kNan;
  if (is_inf(y) || x == 0) return x;
  return with_sign(long_division(fabs(x), fabs(y)).rest, x);
}

KC_MATH double __kc_remainder_f64(double x, double y) {
  if (no_remainder(x, y)) return kNan;
  if (is_inf(y) || x == 0) return x;
  double r = nearest_division(fabs(x), fabs(y)).rest;
  return negative(x) ? -r : r;
}

KC_MATH int __kc_remquo_quo_f64(double x, double y) {
  if (no_remainder(x, y) || is_inf(y) || x == 0) return 0;
  int q = (int)(nearest_division(fabs(x), fabs(y)).quotient & 0x7f);
  return negative(x) != negative(y) ? -q : q;
}

KC_MATH double __kc_ldexp_f64(double x, int n) {
  return scale(x, n);
}

KC_MATH double __kc_logb_f64(double x) {
  if (x == 0) return -kInf;
  if (is_nan(x)) return x;
  return is_inf(x) ? kInf : exponent_of(x);
}

KC_MATH int __kc_ilogb_f64(double x) {
  if (x == 0 || is_nan(x)) return -2147483647 - 1;
  return is_inf(x) ? 2147483647 : exponent_of(x);
}

KC_MATH double __kc_frexp_f64(double x) {
  if (x == 0 || is_nan(x) || is_inf(x)) return x;
  return scale(x, -exponent_of(x) - 1);
}

KC_MATH int __kc_frexp_exp_f64(double x) {
  return x == 0 || is_nan(x) || is_inf(x) ? 0 : exponent_of(x) + 1;
}

KC_MATH double __kc_nextafter_f64(double x, double y) {
  if (is_nan(x) || is_nan(y)) return x + y;
  if (x == y) return y;
  if (x == 0) return with_sign(from_bits(1), y);
  return from_bits((x < y) == (x > 0) ? bits_of(x) + 1 : bits_of(x) - 1);
}

KC_MATH float __kc_nextafter_f32(float x, float y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  u32 b = __builtin_bit_cast(u32, x);
  if (x == 0) return __builtin_bit_cast(float, y < 0 ? 0x80000001u : 1u);
  return __builtin_bit_cast(float, (x < y) == (x > 0) ? b + 1 : b - 1);
}

KC_MATH double __kc_rsqrt_f64(double x) {
  return 1 / sqrt(x);
}
KC_MATH double __kc_hypot_f64(double x, double y) {
  return length(fabs(x), fabs(y), 0, 0, false);
}
KC_MATH double __kc_rhypot_f64(double x, double y) {
  return length(fabs(x), fabs(y), 0, 0, true);
}
KC_MATH double __kc_norm3d_f64(double a, double b, double c) {
  return length(fabs(a), fabs(b), fabs(c), 0, false);
}
KC_MATH double __kc_rnorm3d_f64(double a, double b, double c) {
  return length(fabs(a), fabs(b), fabs(c), 0, true);
}
KC_MATH double __kc_norm4d_f64(double a, double b, double c, double d) {
  return length(fabs(a), fabs(b), fabs(c), fabs(d), false);
}
KC_MATH double __kc_rnorm4d_f64(double a, double b, double c, double d) {
  return length(fabs(a), fabs(b), fabs(c), fabs(d), true);
}
