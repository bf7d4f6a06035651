// Trigonometric functions and their inverses.
// The argument is reduced to the nearest multiple of pi / 2: with three parts of pi / 2 while the
// multiple is small, with the bits of 2 / pi itself beyond. On |r| <= pi / 4 the Taylor series
// serve.
#include "math_common.h"

using namespace kc;

namespace kc {

// A reduced angle and the number of quarter turns that were taken off, modulo 4.
struct Angle {
  Pair r;
  int quadrant;
};

// Multiplies the integer mantissa of x by a window of 2 / pi that starts where the product's weight
// falls below 4 turns; what lies above changes the quadrant by a multiple of 4 only.
static Angle reduce_large(double a) {
  u64 b = bits_of(a);
  int e = (int)(b >> 52) - 1075;
  u64 m = (b & 0xfffffffffffffull) | 1ull << 52;
  // Bit i after the binary point of 2 / pi weighs 2^-i; m * 2^e * 2^-i is a multiple of 4 if e - i
  // >= 2.
  int first = e > 2 ? e - 2 : 0;
  u64 w[4];
  for (int i = 0; i < 4; ++i) {
    int at = first + 64 * i;
    int shift = at & 63;
    int word = at >> 6;
    u64 high = word < 20 ? kTwoOverPiBits[word] : 0;
    u64 low = word + 1 < 20 ? kTwoOverPiBits[word + 1] : 0;
    w[i] = shift ? high << shift | low >> (64 - shift) : high;
  }
  // p = m * w modulo 2^256, most significant word first.
  u64 p[4];
  u64 carry = 0;
  for (int i = 3; i >= 0; --i) {
    unsigned __int128 t = (unsigned __int128)m * w[i] + carry;
    p[i] = (u64)t;
    carry = (u64)(t >> 64);
  }
  // The binary point of the product lies `point` bits below the top: the window begins at 2^-first.
  int point = e - first;
  // With e > 2 point is 2: the top two bits are the quadrant.
  while (point < 2) {
    for (int i = 3; i > 0; --i)
      p[i] = p[i] >> 1 | p[i - 1] << 63;
    p[0] = p[0] >> 1 | carry << 63;
    carry >>= 1;
    ++point;
  }
  int quadrant = (int)(p[0] >> 62);
  u64 f0 = p[0] << 2 | p[1] >> 62;
  u64 f1 = p[1] << 2 | p[2] >> 62;
  u64 f2 = p[2] << 2 | p[3] >> 62;
  bool round_up = f0 >> 63;
  if (round_up) {
    quadrant = (quadrant + 1) & 3;
    f0 = ~f0, f1 = ~f1, f2 = ~f2;
  }
  double high = (double)(f0 >> 11) * 0x1p-53;
  double middle = (double)((f0 & 0x7ff) << 42 | f1 >> 22) * 0x1p-106;
  double low = (double)((f1 & 0x3fffff) << 31 | f2 >> 33) * 0x1p-159;
  Pair fraction = add(fast_sum(high, middle), {low, 0});
  Pair r = multiply(fraction, {kHalfPiHi, kHalfPiLo});
  if (round_up) r = {-r.hi, -r.lo};
  return {r, quadrant};
}

static Angle reduce(double x) {
  double a = fabs(x);
  Angle angle;
  if (a < 0x1p20) {
    double k = nearest(a * kTwoOverPi);
    double t = fma(-k, kHalfPiHi, a);
    Pair second = two_product(k, kHalfPiLo);
    Pair r = two_sum(t, -second.hi);
    angle.r = fast_sum(r.hi, r.lo - second.lo - k * kHalfPiTail);
    angle.quadrant = (int)k & 3;
  } else {
    angle = reduce_large(a);
  }
  if (negative(x)) {
    angle.r = {-angle.r.hi, -angle.r.lo};
    angle.quadrant = -angle.quadrant & 3;
  }
  return angle;
}

static double sin_series(Pair r) {
  double s = r.hi * r.hi;
  double p = 1.0 / 355687428096000.0;
  p = fma(p, s, -1.0 / 1307674368000.0);
  p = fma(p, s, 1.0 / 6227020800.0);
  p = fma(p, s, -1.0 / 39916800.0);
  p = fma(p, s, 1.0 / 362880.0);
  p = fma(p, s, -1.0 / 5040.0);
  p = fma(p, s, 1.0 / 120.0);
  p = fma(p, s, -1.0 / 6.0);
  return r.hi + fma(r.hi * s, p, r.lo * (1 - 0.5 * s));
}

static double cos_series(Pair r) {
  double s = r.hi * r.hi;
  double p = 1.0 / 20922789888000.0;
  p = fma(p, s, -1.0 / 87178291200.0);
  p = fma(p, s, 1.0 / 479001600.0);
  p = fma(p, s, -1.0 / 3628800.0);
  p = fma(p, s, 1.0 / 40320.0);
  p = fma(p, s, -1.0 / 720.0);
  p = fma(p, s, 1.0 / 24.0);
  Pair half = two_product(r.hi, 0.5 * r.hi);
  Pair one = fast_sum(1, -half.hi);
  return one.hi + (one.lo - half.lo + (fma(s * s, p, -r.hi * r.lo)));
}

static f64x2 sin_cos_of(Angle angle) {
  double s = sin_series(angle.r);
  double c = cos_series(angle.r);
  int q = angle.quadrant;
  double sine = q & 1 ? c : s;
  double cosine = q & 1 ? s : c;
  return f64x2{q & 2 ? -sine : sine, (q == 1 || q == 2) ? -cosine : cosine};
}

f64x2 sin_cos(double x) {
  if (is_nan(x) || is_inf(x)) return f64x2{kNan, kNan};
  if (fabs(x) < 0x1p-30) return f64x2{x - x * x * x / 6, 1};
  return sin_cos_of(reduce(x));
}

// The same for pi * x, where the reduction is exact.
static f64x2 sin_cos_pi(double x) {
  if (is_nan(x) || is_inf(x)) return f64x2{kNan, kNan};
  if (fabs(x) >= 0x1p53) return f64x2{with_sign(0, x), 1};
  double k = nearest(2 * x);
  double t = x - 0.5 * k;
  Angle angle = {multiply({t, 0}, {kPiHi, kPiLo}), (int)((long long)k & 3)};
  f64x2 r = sin_cos_of(angle);
  if (r[0] == 0) r[0] = with_sign(0, x);
  if (r[1] == 0) r[1] = 0;
  return r;
}

// atan(c + t) for the eighth c next to x in [0, 1].
static Pair atan_unit(Pair x) {
  int i = (int)(x.hi * 8 + 0.5);
  double c = i * 0.125;
  Pair t = divide(add(x, {-c, 0}), add({1, 0}, multiply(x, {c, 0})));
  double s = t.hi * t.hi;
  double p = 1.0 / 15;
  for (int n = 13; n >= 3; n -= 2)
    p = fma(-s, p, 1.0 / n);
  return add({kAtanEighths[i][0], kAtanEighths[i][1]}, {t.hi, t.lo - t.hi * s * p});
}

// The angle of the point (x, y) in the first quadrant; neither is a NaN, not both are 0 or
// infinite.
static Pair first_quadrant(double y, double x) {
  if (is_inf(y) || x == 0) return {kHalfPiHi, kHalfPiLo};
  if (is_inf(x)) return {0, 0};
  int ey = (int)(bits_of(y) >> 52), ex = (int)(bits_of(x) >> 52);
  if (ey - ex > 60) return {kHalfPiHi, kHalfPiLo};
  if (ex > 1500 || ey > 1500) x *= 0x1p-600, y *= 0x1p-600;
  if (ex < 500 || ey < 500) x *= 0x1p500, y *= 0x1p500;
  if (ex - ey > 60) return {y / x, 0};
  if (y <= x) return atan_unit(divide({y, 0}, {x, 0}));
  Pair a = atan_unit(divide({x, 0}, {y, 0}));
  return add({kHalfPiHi, kHalfPiLo}, {-a.hi, -a.lo});
}

static Pair atan2_pair(double y, double x) {
  double a = fabs(y), b = fabs(x);
  Pair angle;
  if (a == 0 && b == 0) {
    angle = {0, 0};
  } else if (is_inf(a) && is_inf(b)) {
    angle = {0.5 * kHalfPiHi, 0.5 * kHalfPiLo};
  } else {
    angle = first_quadrant(a, b);
  }
  if (negative(x)) angle = add({kPiHi, kPiLo}, {-angle.hi, -angle.lo});
  return angle;
}

// asin of x in [0, 1].
static Pair asin_pair(double x) {
  Pair square = two_product(x, x);
  Pair rest = add({1, 0}, {-square.hi, -square.lo});
  if (rest.hi <= 0) return {kHalfPiHi, kHalfPiLo};
  double root = sqrt(rest.hi);
  Pair p = two_product(root, root);
  Pair cosine = fast_sum(root, ((rest.hi - p.hi) - p.lo + rest.lo) / (2 * root));
  if (x <= root) return atan_unit(divide({x, 0}, cosine));
  Pair a = atan_unit(divide(cosine, {x, 0}));
  return add({kHalfPiHi, kHalfPiLo}, {-a.hi, -a.lo});
}

static double over_pi(Pair a) {
  Pair r = multiply(a, {kInvPiHi, kInvPiLo});
  return r.hi + r.lo;
}

static Pair acos_pair(double x) {
  Pair a = asin_pair(fabs(x));
  if (x > 0.5) {
    // Near 1 the difference of pi / 2 and asin cancels; the half-angle does not.
    Pair half = asin_pair(sqrt(0.5 * (1 - x)));
    return {2 * half.hi, 2 * half.lo};
  }
  if (negative(x)) return add({kHalfPiHi, kHalfPiLo}, a);
  return add({kHalfPiHi, kHalfPiLo}, {-a.hi, -a.lo});
}

}  // namespace kc

KC_MATH double __kc_sin_f64(double x) {
  return x == 0 ? x : sin_cos(x)[0];
}
KC_MATH double __kc_cos_f64(double x) {
  return sin_cos(x)[1];
}
KC_MATH f64x2 __kc_sincos_f64(double x) {
  return f64x2{__kc_sin_f64(x), __kc_cos_f64(x)};
}
KC_MATH double __kc_tan_f64(double x) {
  if (x == 0) return x;
  f64x2 r = sin_cos(x);
  return r[0] / r[1];
}
KC_MATH double __kc_sinpi_f64(double x) {
  return sin_cos_pi(x)[0];
}
KC_MATH double __kc_cospi_f64(double x) {
  return sin_cos_pi(x)[1];
}
KC_MATH f64x2 __kc_sincospi_f64(double x) {
  return sin_cos_pi(x);
}
KC_MATH double __kc_tanpi_f64(double x) {
  f64x2 r = sin_cos_pi(x);
  return r[0] / r[1];
}

KC_MATH double __kc_asin_f64(double x) {
  if (x == 0 || is_nan(x)) return x;
  if (fabs(x) > 1) return kNan;
  Pair a = asin_pair(fabs(x));
  return with_sign(a.hi + a.lo, x);
}
KC_MATH double __kc_acos_f64(double x) {
  if (!(fabs(x) <= 1)) return kNan;
  Pair a = acos_pair(x);
  return a.hi + a.lo;
}
KC_MATH double __kc_atan_f64(double x) {
  if (x == 0 || is_nan(x)) return x;
  Pair a = first_quadrant(fabs(x), 1);
  return with_sign(a.hi + a.lo, x);
}
KC_MATH double __kc_atan2_f64(double y, double x) {
  if (is_nan(x) || is_nan(y)) return x + y;
  Pair a = atan2_pair(y, x);
  return with_sign(a.hi + a.lo, y);
}
KC_MATH double __kc_asinpi_f64(double x) {
  if (x == 0 || is_nan(x)) return x;
  return fabs(x) > 1 ? kNan : with_sign(over_pi(asin_pair(fabs(x))), x);
}
KC_MATH double __kc_acospi_f64(double x) {
  return !(fabs(x) <= 1) ? kNan : over_pi(acos_pair(x));
}
KC_MATH double __kc_atanpi_f64(double x) {
  if (x == 0 || is_nan(x)) return x;
  return with_sign(over_pi(first_quadrant(fabs(x), 1)), x);
}
KC_MATH double __kc_atan2pi_f64(double y, double x) {
  if (is_nan(x) || is_nan(y)) return x + y;
  return with_sign(over_pi(atan2_pair(y, x)), y);
}
