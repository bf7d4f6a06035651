#include "analyze/exec/ops/half.h"

#include <bit>
#include <cmath>

namespace kcast::exec {

float half_to_float(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000U) << 16;
  const uint32_t exponent = (bits >> 10) & 0x1FU;
  const uint32_t mantissa = bits & 0x3FFU;
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << 13));
  if (exponent != 0)
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
  const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
  return sign != 0 ? -magnitude : magnitude;
}

namespace {

// Rounds a finite magnitude to `digits` binary digits, steps no finer than
// 2^min_exponent, ties to even. Exact in a double.
double rounded_to(double magnitude, int digits, int min_exponent) {
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  int step = exponent - digits;
  if (step < min_exponent) step = min_exponent;
  return std::ldexp(std::nearbyint(std::ldexp(magnitude, -step)), step);
}

}  // namespace

uint16_t float_to_half(double value) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return 0x7FFF;
  const double magnitude = rounded_to(std::fabs(value), 11, -24);
  if (!(magnitude < 65536.0)) return static_cast<uint16_t>(sign | 0x7C00U);
  if (magnitude < 0x1p-14) {
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(magnitude * 0x1p24));
  }
  const auto bits = std::bit_cast<uint32_t>(static_cast<float>(magnitude));
  return static_cast<uint16_t>(sign | ((bits >> 13) - (112U << 10)));
}

float bfloat_to_float(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t float_to_bfloat(double value) {
  if (std::isnan(value)) return 0x7FFF;
  const uint32_t sign = std::signbit(value) ? 0x8000U : 0U;
  const double magnitude = rounded_to(std::fabs(value), 8, -133);
  if (!(magnitude < 0x1p128)) return static_cast<uint16_t>(sign | 0x7F80U);
  const auto bits = std::bit_cast<uint32_t>(static_cast<float>(magnitude));
  return static_cast<uint16_t>(sign | (bits >> 16));
}

}  // namespace kcast::exec
