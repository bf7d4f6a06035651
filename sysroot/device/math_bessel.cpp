// Bessel functions. Below 25 the ordinary ones come from Miller's downward recurrence, normalised
// by J0 + 2 (J2 + J4 + ...) = 1, and Neumann's series for Y; above from Hankel's expansion. The
// modified ones from their power series and its asymptotic counterpart.
#include "math_common.h"

using namespace kc;

namespace kc {

// J0, J1, Y0 and Y1 at one point.
struct Bessel {
  double j0, j1, y0, y1;
};

static Bessel miller(double x) {
  int start = 2 * ((int)x / 2) + 60;
  double above = 0, here = 1e-280, norm = 0, even = 0, odd = 0;
  for (int n = start; n >= 1; --n) {
    // `here` is J(n) up to a factor.
    int k = n / 2;
    double sign = k & 1 ? -1 : 1;
    if (n & 1) {
      if (k > 0) odd += sign * here * (2 * k + 1) / ((double)k * (k + 1));
    } else {
      norm += 2 * here;
      even += sign * here / k;
    }
    double below = 2 * n / x * here - above;
    above = here;
    here = below;
    if (fabs(here) > 1e200) {
      here *= 1e-200, above *= 1e-200, norm *= 1e-200, even *= 1e-200, odd *= 1e-200;
    }
  }
  norm += here;
  Bessel b;
  b.j0 = here / norm;
  b.j1 = above / norm;
  double l = __kc_log_f64(0.5 * x) + kEuler;
  b.y0 = kTwoOverPi * (l * b.j0 - 2 * even / norm);
  b.y1 = kTwoOverPi * ((l - 1) * b.j1 - b.j0 / x - odd / norm);
  return b;
}

// J(n) and Y(n) for n = 0 or 1 and large x.
static f64x2 hankel(int n, double x) {
  double mu = 4.0 * n * n, term = 1, p = 1, q = 0;
  for (int k = 1; k < 60; ++k) {
    double next = term * (mu - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8.0 * x);
    if (fabs(next) >= fabs(term) || fabs(next) < 1e-18) break;
    term = next;
    if (k & 1)
      q += k & 2 ? -term : term;
    else
      p += k & 2 ? -term : term;
  }
  f64x2 sc = sin_cos(x);
  // The phase x - n pi / 2 - pi / 4 through the addition theorem.
  double c = kSqrtHalf * (n ? sc[0] - sc[1] : sc[1] + sc[0]);
  double s = kSqrtHalf * (n ? -sc[0] - sc[1] : sc[0] - sc[1]);
  double amplitude = sqrt(kTwoOverPi / x);
  return f64x2{amplitude * (p * c - q * s), amplitude * (p * s + q * c)};
}

static bool use_hankel(double x) {
  return x >= 25;
}

// J(n) at x > 0 by Miller's recurrence, for orders beyond the argument.
static double high_order(int n, double x) {
  double limit = n > x ? n : x;
  if (limit > 1e6) return 0;
  int start = 2 * ((int)(limit + 40 + sqrt(40 * limit)) / 2);
  double above = 0, here = 1e-280, norm = 0, wanted = 0;
  for (int k = start; k >= 1; --k) {
    if (k == n) wanted = here;
    if (!(k & 1)) norm += 2 * here;
    double below = 2 * k / x * here - above;
    above = here;
    here = below;
    if (fabs(here) > 1e200) here *= 1e-200, above *= 1e-200, norm *= 1e-200, wanted *= 1e-200;
  }
  return wanted / (norm + here);
}

// I(n) for n = 0 or 1 and x >= 0.
static double modified(int n, double x) {
  if (is_inf(x)) return x;
  if (x <= 25) {
    double s = 0.25 * x * x;
    double term = n ? 0.5 * x : 1, sum = term;
    for (int k = 1; k < 80; ++k) {
      term *= s / ((double)k * (k + n));
      sum += term;
    }
    return sum;
  }
  double mu = 4.0 * n * n, term = 1, sum = 1;
  for (int k = 1; k < 40; ++k) {
    term *= -(mu - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8.0 * x);
    sum += term;
    if (fabs(term) < 1e-18) break;
  }
  double half = exp_pair(0.5 * x, 0);
  return half * (sum / (kSqrtTwoPi * sqrt(x))) * half;
}

}  // namespace kc

KC_MATH double __kc_j0_f64(double x) {
  x = fabs(x);
  if (is_nan(x)) return x;
  if (is_inf(x)) return 0;
  if (x < 1e-5) return 1 - 0.25 * x * x;
  return use_hankel(x) ? hankel(0, x)[0] : miller(x).j0;
}

KC_MATH double __kc_j1_f64(double x) {
  double a = fabs(x);
  if (is_nan(x)) return x;
  if (is_inf(x)) return 0;
  if (a < 1e-5) return 0.5 * x * (1 - 0.125 * x * x);
  double j = use_hankel(a) ? hankel(1, a)[0] : miller(a).j1;
  return negative(x) ? -j : j;
}

KC_MATH double __kc_y0_f64(double x) {
  if (is_nan(x) || x < 0) return kNan;
  if (x == 0) return -kInf;
  if (is_inf(x)) return 0;
  if (x < 1e-5) return kTwoOverPi * (__kc_log_f64(0.5 * x) + kEuler);
  return use_hankel(x) ? hankel(0, x)[1] : miller(x).y0;
}

KC_MATH double __kc_y1_f64(double x) {
  if (is_nan(x) || x < 0) return kNan;
  if (x == 0) return -kInf;
  if (is_inf(x)) return 0;
  if (x < 1e-5) return -kTwoOverPi / x;
  return use_hankel(x) ? hankel(1, x)[1] : miller(x).y1;
}

KC_MATH double __kc_jn_f64(int n, double x) {
  if (is_nan(x)) return x;
  double sign = (n & 1) && (n < 0) != negative(x) ? -1 : 1;
  if (n < 0) n = n == -2147483647 - 1 ? 2147483647 : -n;
  double a = fabs(x);
  if (n == 0) return __kc_j0_f64(a);
  if (n == 1) return sign * __kc_j1_f64(a);
  if (a == 0 || is_inf(a)) return 0;
  if (n > a) return sign * high_order(n, a);
  double before = __kc_j0_f64(a), here = __kc_j1_f64(a);
  for (int k = 1; k < n && k < 1000000; ++k) {
    double next = 2.0 * k / a * here - before;
    before = here;
    here = next;
  }
  return sign * here;
}

KC_MATH double __kc_yn_f64(int n, double x) {
  if (is_nan(x) || x < 0) return kNan;
  double sign = (n & 1) && n < 0 ? -1 : 1;
  if (n < 0) n = n == -2147483647 - 1 ? 2147483647 : -n;
  if (n == 0) return __kc_y0_f64(x);
  if (n == 1) return sign * __kc_y1_f64(x);
  if (x == 0) return sign * -kInf;
  if (is_inf(x)) return 0;
  double before = __kc_y0_f64(x), here = __kc_y1_f64(x);
  for (int k = 1; k < n && k < 1000000 && !is_inf(here); ++k) {
    double next = 2.0 * k / x * here - before;
    before = here;
    here = next;
  }
  return sign * here;
}

KC_MATH double __kc_cyl_bessel_i0_f64(double x) {
  return is_nan(x) ? x : modified(0, fabs(x));
}
KC_MATH double __kc_cyl_bessel_i1_f64(double x) {
  return is_nan(x) || x == 0 ? x : with_sign(modified(1, fabs(x)), x);
}
