#include "analyze/tools/half.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kcast::tools {

float half_to_float(uint16_t bits) {
  const uint32_t exponent = bits >> 10 & 31;
  const uint32_t fraction = bits & 1023;
  float value = 0;
  if (exponent == 31) {
    value = fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                          : std::numeric_limits<float>::infinity();
  } else if (exponent == 0) {
    value = std::ldexp(static_cast<float>(fraction), -24);
  } else {
    value = std::ldexp(static_cast<float>(fraction + 1024), static_cast<int>(exponent) - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

uint16_t float_to_half(double value) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  value = std::fabs(value);
  if (std::isnan(value)) return 0x7fff;
  if (value >= 65520) return sign | 0x7c00;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int quantum = std::max(exponent - 11, -24);
  const double scaled = std::nearbyint(std::ldexp(value, -quantum));
  if (scaled == 0) return sign;
  const auto units = static_cast<uint32_t>(scaled);
  if (quantum == -24) return static_cast<uint16_t>(sign | units);
  return static_cast<uint16_t>(sign + ((static_cast<uint32_t>(quantum + 25) << 10) + units - 1024));
}

}  // namespace kcast::tools
