#include "analyze/exec/ops/math_function.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>

namespace kcast::exec {
namespace {

constexpr double kPi = std::numbers::pi;

using Unary = double (*)(double);
using Binary = double (*)(double, double);

double exp10_of(double x) {
  return std::pow(10.0, x);
}
double sinpi(double x) {
  return std::sin(kPi * std::remainder(x, 2.0));
}
double cospi(double x) {
  return std::cos(kPi * std::remainder(x, 2.0));
}
double inverse_erf(double x) {
  // Newton steps on erf from a logarithmic guess; plenty for a branch.
  if (!(std::fabs(x) < 1)) return x * std::numeric_limits<double>::infinity();
  const double l = std::log1p(-x * x);
  const double t = 2 / (kPi * 0.147) + l / 2;
  double y = std::copysign(std::sqrt(std::sqrt(t * t - l / 0.147) - t), x);
  for (int i = 0; i < 4; ++i)
    y -= (std::erf(y) - x) / (2 / std::sqrt(kPi) * std::exp(-y * y));
  return y;
}

struct UnaryRow {
  std::string_view name;
  Unary fn;
};
constexpr UnaryRow kUnary[] = {
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"acos", [](double x) { return std::acos(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"sinh", [](double x) { return std::sinh(x); }},
    {"cosh", [](double x) { return std::cosh(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"asinh", [](double x) { return std::asinh(x); }},
    {"acosh", [](double x) { return std::acosh(x); }},
    {"atanh", [](double x) { return std::atanh(x); }},
    {"sinpi", sinpi},
    {"cospi", cospi},
    {"tanpi", [](double x) { return sinpi(x) / cospi(x); }},
    {"asinpi", [](double x) { return std::asin(x) / kPi; }},
    {"acospi", [](double x) { return std::acos(x) / kPi; }},
    {"atanpi", [](double x) { return std::atan(x) / kPi; }},
    {"exp", [](double x) { return std::exp(x); }},
    {"exp2", [](double x) { return std::exp2(x); }},
    {"exp10", exp10_of},
    {"expm1", [](double x) { return std::expm1(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"log2", [](double x) { return std::log2(x); }},
    {"log10", [](double x) { return std::log10(x); }},
    {"log1p", [](double x) { return std::log1p(x); }},
    {"logb", [](double x) { return std::logb(x); }},
    {"cbrt", [](double x) { return std::cbrt(x); }},
    {"rcbrt", [](double x) { return 1 / std::cbrt(x); }},
    {"erf", [](double x) { return std::erf(x); }},
    {"erfc", [](double x) { return std::erfc(x); }},
    {"erfinv", inverse_erf},
    {"erfcinv", [](double x) { return inverse_erf(1 - x); }},
    {"erfcx", [](double x) { return std::exp(x * x) * std::erfc(x); }},
    {"normcdf", [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }},
    {"normcdfinv", [](double x) { return std::numbers::sqrt2 * inverse_erf(2 * x - 1); }},
    {"tgamma", [](double x) { return std::tgamma(x); }},
    {"lgamma", [](double x) { return std::lgamma(x); }},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"frexp",
     [](double x) {
       int exponent = 0;
       return std::frexp(x, &exponent);
     }},
};

struct BinaryRow {
  std::string_view name;
  Binary fn;
};
constexpr BinaryRow kBinary[] = {
    {"pow", [](double x, double y) { return std::pow(x, y); }},
    {"atan2", [](double x, double y) { return std::atan2(x, y); }},
    {"atan2pi", [](double x, double y) { return std::atan2(x, y) / kPi; }},
    {"fmod", [](double x, double y) { return std::fmod(x, y); }},
    {"remainder", [](double x, double y) { return std::remainder(x, y); }},
    {"hypot", [](double x, double y) { return std::hypot(x, y); }},
    {"rhypot", [](double x, double y) { return 1 / std::hypot(x, y); }},
};

// Real with an integer beside it: pow by an integer, ldexp, n-th root.
constexpr BinaryRow kWithInteger[] = {
    {"powi", [](double x, double n) { return std::pow(x, n); }},
    {"ldexp", [](double x, double n) { return std::ldexp(x, static_cast<int>(n)); }},
    {"rootn", [](double x, double n) { return std::pow(x, 1 / n); }},
};

template <typename T, size_t I>
void unary_lanes(Lane* d, const Lane* const* sources, int chunks, uint64_t) {
  using L = LaneType<T>;
  for (int i = 0; i < chunks * kChunkLanes; ++i) {
    const auto x = static_cast<double>(L::from(sources[0][i]));
    d[i] = L::to(static_cast<typename L::Value>(kUnary[I].fn(x)));
  }
}

template <typename T, size_t I, bool Integer>
void binary_lanes(Lane* d, const Lane* const* sources, int chunks, uint64_t) {
  using L = LaneType<T>;
  for (int i = 0; i < chunks * kChunkLanes; ++i) {
    const auto x = static_cast<double>(L::from(sources[0][i]));
    if constexpr (Integer) {
      const auto n = static_cast<double>(sign_extended(sources[1][i], 32));
      d[i] = L::to(static_cast<typename L::Value>(kWithInteger[I].fn(x, n)));
    } else {
      const auto y = static_cast<double>(L::from(sources[1][i]));
      d[i] = L::to(static_cast<typename L::Value>(kBinary[I].fn(x, y)));
    }
  }
}

template <typename T, bool Pi>
void sincos_lanes(Lane* d, const Lane* const* sources, int chunks, uint64_t) {
  using L = LaneType<T>;
  for (int i = 0; i < chunks * kChunkLanes; ++i) {
    const auto x = static_cast<double>(L::from(sources[0][i]));
    d[i] = L::to(static_cast<typename L::Value>(Pi ? sinpi(x) : std::sin(x)));
    d[kMaxLanes + i] = L::to(static_cast<typename L::Value>(Pi ? cospi(x) : std::cos(x)));
  }
}

template <typename T, size_t... I>
LaneFn unary_at(size_t index, std::index_sequence<I...>) {
  static constexpr std::array<LaneFn, sizeof...(I)> kTable = {unary_lanes<T, I>...};
  return kTable[index];
}
template <typename T, bool Integer, size_t... I>
LaneFn binary_at(size_t index, std::index_sequence<I...>) {
  static constexpr std::array<LaneFn, sizeof...(I)> kTable = {binary_lanes<T, I, Integer>...};
  return kTable[index];
}

template <typename T>
MathFunction find_typed(std::string_view name) {
  for (size_t i = 0; i < std::size(kUnary); ++i) {
    if (kUnary[i].name == name)
      return {unary_at<T>(i, std::make_index_sequence<std::size(kUnary)>()), 1, 1};
  }
  for (size_t i = 0; i < std::size(kBinary); ++i) {
    if (kBinary[i].name == name)
      return {binary_at<T, false>(i, std::make_index_sequence<std::size(kBinary)>()), 2, 1};
  }
  for (size_t i = 0; i < std::size(kWithInteger); ++i) {
    if (kWithInteger[i].name == name)
      return {binary_at<T, true>(i, std::make_index_sequence<std::size(kWithInteger)>()), 2, 1};
  }
  if (name == "sincos") return {sincos_lanes<T, false>, 1, 2};
  if (name == "sincospi") return {sincos_lanes<T, true>, 1, 2};
  return {};
}

}  // namespace

MathFunction math_function(const std::string& name) {
  constexpr std::string_view kPrefix = "__kc_";
  std::string_view rest = name;
  if (rest.substr(0, kPrefix.size()) != kPrefix || rest.size() < kPrefix.size() + 5) return {};
  const std::string_view type = rest.substr(rest.size() - 4);
  rest = rest.substr(kPrefix.size(), rest.size() - kPrefix.size() - 4);
  if (type == "_f32") return find_typed<float>(rest);
  if (type == "_f64") return find_typed<double>(rest);
  if (type == "_f16") return find_typed<HalfTag>(rest);
  return {};
}

}  // namespace kcast::exec
