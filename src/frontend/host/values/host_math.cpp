#include "frontend/host/values/host_math.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace kcast::host {

namespace {

struct UnaryMath {
  const char* name;
  double (*function)(double);
};
struct BinaryMath {
  const char* name;
  double (*function)(double, double);
};

double reciprocal_sqrt(double x) {
  return 1.0 / std::sqrt(x);
}
double power_of_ten(double x) {
  return std::pow(10.0, x);
}
double power_integer(double x, double y) {
  return std::pow(x, std::trunc(y));
}
double load_exponent(double x, double y) {
  return std::ldexp(x, static_cast<int>(std::clamp(y, -5000.0, 5000.0)));
}

const UnaryMath kUnary[] = {
    {"sqrt", std::sqrt},    {"cbrt", std::cbrt},        {"ceil", std::ceil},
    {"floor", std::floor},  {"trunc", std::trunc},      {"round", std::round},
    {"rint", std::rint},    {"nearbyint", std::rint},   {"lround", std::round},
    {"lrint", std::rint},   {"llround", std::round},    {"llrint", std::rint},
    {"fabs", std::fabs},    {"log", std::log},          {"log2", std::log2},
    {"log10", std::log10},  {"log1p", std::log1p},      {"exp", std::exp},
    {"exp2", std::exp2},    {"exp10", power_of_ten},    {"expm1", std::expm1},
    {"sin", std::sin},      {"cos", std::cos},          {"tan", std::tan},
    {"asin", std::asin},    {"acos", std::acos},        {"atan", std::atan},
    {"sinh", std::sinh},    {"cosh", std::cosh},        {"tanh", std::tanh},
    {"erf", std::erf},      {"rsqrt", reciprocal_sqrt}, {"tgamma", std::tgamma},
    {"lgamma", std::lgamma}};

const BinaryMath kBinary[] = {
    {"pow", std::pow},     {"powi", power_integer},      {"fmod", std::fmod},
    {"fmin", std::fmin},   {"fmax", std::fmax},          {"atan2", std::atan2},
    {"hypot", std::hypot}, {"ldexp", load_exponent},     {"copysign", std::copysign},
    {"fdim", std::fdim},   {"remainder", std::remainder}};

bool evaluate_exact(const std::string& name, const std::vector<double>& arguments, double* result) {
  if (arguments.size() == 1) {
    for (const UnaryMath& entry : kUnary) {
      if (name != entry.name) continue;
      *result = entry.function(arguments[0]);
      return true;
    }
  }
  if (arguments.size() == 2) {
    for (const BinaryMath& entry : kBinary) {
      if (name != entry.name) continue;
      *result = entry.function(arguments[0], arguments[1]);
      return true;
    }
  }
  if (arguments.size() == 3 && name == "fma") {
    *result = std::fma(arguments[0], arguments[1], arguments[2]);
    return true;
  }
  return false;
}

}  // namespace

bool evaluate_math(const std::string& name, const std::vector<double>& arguments, double* result) {
  std::string base = name;
  for (const char* prefix : {"__kc_", "__builtin_", "__nv_"}) {
    if (base.rfind(prefix, 0) == 0) base.erase(0, std::strlen(prefix));
  }
  for (const char* suffix : {"_f64", "_f32"}) {
    size_t length = std::strlen(suffix);
    if (base.size() > length && base.compare(base.size() - length, length, suffix) == 0) {
      base.resize(base.size() - length);
    }
  }
  if (evaluate_exact(base, arguments, result)) return true;
  if (base.size() > 1 && (base.back() == 'f' || base.back() == 'l')) {
    base.pop_back();
    return evaluate_exact(base, arguments, result);
  }
  return false;
}

}  // namespace kcast::host
