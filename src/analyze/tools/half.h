// Numbers of 16 bits (fp16), on hosts that have none.
#pragma once

#include <cstdint>

namespace kcast::tools {

float half_to_float(uint16_t bits);
uint16_t float_to_half(double value);  // rounds to nearest, ties to even

}  // namespace kcast::tools
