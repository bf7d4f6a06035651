// Conversions between floats and the half formats, rounding to nearest even.
#pragma once

#include <cstdint>

namespace kcast::exec {

float half_to_float(uint16_t bits);
uint16_t float_to_half(double value);
float bfloat_to_float(uint16_t bits);
uint16_t float_to_bfloat(double value);

}  // namespace kcast::exec
