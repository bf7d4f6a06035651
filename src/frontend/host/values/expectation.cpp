#include "frontend/host/values/expectation.h"

#include <algorithm>
#include <cmath>

namespace kcast::host {

namespace {

constexpr double kFarthest = 1e300;

bool is_usable(const Expectation& e) {
  const double ends[] = {e.low, e.high, e.low_step, e.high_step};
  return e.is_set && e.low <= e.high &&
         std::all_of(ends, ends + 4, [](double end) { return std::abs(end) < kFarthest; });
}

Expectation checked(const Expectation& e) {
  return is_usable(e) ? e : Expectation();
}

// The range of a number that starts again and again.
Expectation unwrapped(Expectation e) {
  if (e.modulus <= 0) return e;
  return expected_range(0, e.modulus - 1, e.is_real);
}

Expectation negated(Expectation e) {
  std::swap(e.low, e.high);
  std::swap(e.low_step, e.high_step);
  e.low = -e.low;
  e.high = -e.high;
  e.low_step = -e.low_step;
  e.high_step = -e.high_step;
  return e;
}

Expectation sum(const Expectation& a, const Expectation& b) {
  if (a.loop != 0 && b.loop != 0 && a.loop != b.loop) return {};
  Expectation out = a;
  out.loop = a.loop != 0 ? a.loop : b.loop;
  out.low += b.low;
  out.high += b.high;
  out.low_step += b.low_step;
  out.high_step += b.high_step;
  return out;
}

Expectation scaled(Expectation e, double factor) {
  if (factor < 0) return scaled(negated(e), -factor);
  e.low *= factor;
  e.high *= factor;
  e.low_step *= factor;
  e.high_step *= factor;
  return e;
}

Expectation product(const Expectation& a, const Expectation& b) {
  if (b.is_exact() && b.is_steady()) return scaled(a, b.low);
  if (a.is_exact() && a.is_steady()) return scaled(b, a.low);
  if (!a.is_steady() || !b.is_steady()) return {};
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return expected_range(low, high, a.is_real);
}

Expectation quotient(const Expectation& a, const Expectation& b, bool is_real) {
  if (!b.is_exact() || !b.is_steady() || b.low == 0) return {};
  if (is_real) return scaled(a, 1 / b.low);
  if (!a.is_steady()) return {};
  return expected_whole(expected_range(std::min(a.low / b.low, a.high / b.low),
                                       std::max(a.low / b.low, a.high / b.low), false));
}

// Modulo a positive number; `a` may be anything.
Expectation remainder(const Expectation& a, double modulus) {
  if (modulus < 1 || modulus != std::floor(modulus)) return {};
  if (!a.is_set) return expected_range(0, modulus - 1, false);
  const bool is_line = a.is_exact() && !a.is_steady() && a.modulus <= 0;
  if (is_line && a.low >= 0 && a.low_step > 0 && modulus <= kLargestModulus) {
    Expectation out = a;
    out.modulus = modulus;
    return out;
  }
  const Expectation range = unwrapped(a);
  if (range.is_steady() && range.low >= 0 && range.high < modulus) return range;
  return expected_range(range.low < 0 ? 1 - modulus : 0, modulus - 1, false);
}

Expectation masked(const Expectation& a, const Expectation& b) {
  const Expectation& mask = b.is_set && b.is_exact() && b.is_steady() ? b : a;
  const Expectation& other = &mask == &b ? a : b;
  if (!mask.is_set || !mask.is_exact() || !mask.is_steady() || mask.low < 0) return {};
  return remainder(other, mask.low + 1);
}

Expectation shifted(const Expectation& a, const Expectation& by, bool is_left) {
  if (!a.is_set || !by.is_set || !by.is_exact() || !by.is_steady()) return {};
  if (by.low < 0 || by.low > 62) return {};
  const double factor = std::ldexp(1, static_cast<int>(by.low));
  if (is_left) return scaled(a, factor);
  if (!a.is_steady() || a.low < 0) return {};
  return expected_range(std::floor(a.low / factor), std::floor(a.high / factor), false);
}

}  // namespace

Expectation expected_range(double low, double high, bool is_real) {
  Expectation out;
  out.is_set = low <= high;
  out.is_real = is_real;
  out.low = low;
  out.high = high;
  return out;
}

Expectation expected_either(const Expectation& a, const Expectation& b) {
  if (!a.is_set || !b.is_set) return {};
  if (a == b) return a;
  const Expectation x = unwrapped(a);
  const Expectation y = unwrapped(b);
  if (!x.is_steady() || !y.is_steady()) return {};
  return expected_range(std::min(x.low, y.low), std::max(x.high, y.high), x.is_real || y.is_real);
}

Expectation expected_result(ArithmeticOp op, const Expectation& a, const Expectation& b,
                            bool is_real) {
  if (op >= ArithmeticOp::Lt) return expected_range(0, 1, false);
  if (op == ArithmeticOp::Rem) {
    return b.is_set && b.is_exact() && b.is_steady() ? remainder(a, b.low) : Expectation();
  }
  if (op == ArithmeticOp::And) return masked(a, b);
  if (op == ArithmeticOp::Shl || op == ArithmeticOp::Shr) {
    return checked(shifted(unwrapped(a), b, op == ArithmeticOp::Shl));
  }
  if (!a.is_set || !b.is_set) return {};
  const Expectation x = unwrapped(a);
  const Expectation y = unwrapped(b);
  Expectation out;
  if (op == ArithmeticOp::Add) out = sum(x, y);
  if (op == ArithmeticOp::Sub) out = sum(x, negated(y));
  if (op == ArithmeticOp::Mul) out = product(x, y);
  if (op == ArithmeticOp::Div) out = quotient(x, y, is_real);
  out.is_real = is_real;
  return checked(out);
}

Expectation expected_whole(Expectation expected) {
  if (!expected.is_set) return {};
  if (expected.modulus <= 0) {
    const bool is_range = expected.is_real && expected.low < expected.high;
    // A random real below n is a whole number below n.
    if (is_range && expected.is_steady()) expected.high = std::ceil(expected.high) - 1;
    expected.low = std::trunc(expected.low);
    expected.high = std::max(expected.low, std::trunc(expected.high));
    const bool is_whole = expected.low_step == std::trunc(expected.low_step) &&
                          expected.high_step == std::trunc(expected.high_step);
    if (!is_whole) return {};
  }
  expected.is_real = false;
  return expected;
}

}  // namespace kcast::host
