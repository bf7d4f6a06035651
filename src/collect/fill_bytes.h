// A buffer's contents as bytes: schema/fill.h's values, converted to an element type.
//
// Compiled by NVRTC too, so that the CPU and the GPU share one definition.
#pragma once

#include "schema/fill.h"

namespace kcast::collect {

enum class ScalarType : unsigned char {
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float16,
  BFloat16,
  Float32,
  Float64,
};

KCAST_FILL_FN int scalar_type_bytes(ScalarType type) {
  switch (type) {
    case ScalarType::Int8:
    case ScalarType::UInt8:
      return 1;
    case ScalarType::Int16:
    case ScalarType::UInt16:
    case ScalarType::Float16:
    case ScalarType::BFloat16:
      return 2;
    case ScalarType::Int32:
    case ScalarType::UInt32:
    case ScalarType::Float32:
      return 4;
    case ScalarType::Int64:
    case ScalarType::UInt64:
    case ScalarType::Float64:
      break;
  }
  return 8;
}

KCAST_FILL_FN bool is_integer_type(ScalarType type) {
  return static_cast<unsigned char>(type) <= static_cast<unsigned char>(ScalarType::UInt64);
}

KCAST_FILL_FN unsigned long long double_bits(double value) {
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned long long>(__double_as_longlong(value));
#else
  return __builtin_bit_cast(unsigned long long, value);
#endif
}

KCAST_FILL_FN unsigned float_bits(float value) {
#if defined(__CUDA_ARCH__)
  return __float_as_uint(value);
#else
  return __builtin_bit_cast(unsigned, value);
#endif
}

// The 16-bit float with this many mantissa bits that is nearest to `value`, ties to
// even, in one rounding: 10 bits are half, 7 are bfloat16.
KCAST_FILL_FN unsigned short_float_bits(double value, int mantissa) {
  const int exponent_bits = 15 - mantissa;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int infinity = (1 << exponent_bits) - 1;
  const unsigned long long bits = double_bits(value);
  const unsigned sign = static_cast<unsigned>(bits >> 63) << 15;
  const int raw = static_cast<int>((bits >> 52) & 0x7FF);
  unsigned long long significand = bits & 0xFFFFFFFFFFFFFULL;
  if (raw == 0x7FF) {
    const unsigned nan = significand != 0 ? 1U << (mantissa - 1) : 0;
    return sign | static_cast<unsigned>(infinity) << mantissa | nan;
  }
  if (raw == 0) return sign;  // a double's own subnormals are far below both types
  significand |= 1ULL << 52;
  int exponent = raw - 1023 + bias;
  int drop = 52 - mantissa;
  if (exponent < 1) {  // subnormal: the exponent stays and the significand moves
    drop += 1 - exponent;
    exponent = 1;
  }
  if (drop > 54) return sign;
  const unsigned long long rest = significand & ((1ULL << drop) - 1);
  const unsigned long long tie = 1ULL << (drop - 1);
  unsigned long long rounded = significand >> drop;
  if (rest > tie || (rest == tie && (rounded & 1) != 0)) ++rounded;
  // The leading one adds itself to the exponent, and so does a carry.
  const unsigned long long result =
      (static_cast<unsigned long long>(exponent - 1) << mantissa) + rounded;
  const unsigned long long top = static_cast<unsigned long long>(infinity) << mantissa;
  return sign | static_cast<unsigned>(result < top ? result : top);
}

// The value as the bits of an element type: reals rounded to nearest, integers
// truncated towards zero and then wrapped.
KCAST_FILL_FN unsigned long long element_bits(ScalarType type, double value) {
  if (is_integer_type(type)) {
    if (!(value > -9.2e18)) return 0x8000000000000000ULL;
    if (!(value < 9.2e18)) return 0x7FFFFFFFFFFFFFFFULL;
    return static_cast<unsigned long long>(static_cast<long long>(value));
  }
  switch (type) {
    case ScalarType::Float16:
      return short_float_bits(value, 10);
    case ScalarType::BFloat16:
      return short_float_bits(value, 7);
    case ScalarType::Float32:
      return float_bits(static_cast<float>(value));
    default:
      return double_bits(value);
  }
}

// Writes value `index` of a buffer of `type`. Values that do not lie side by side, which is a
// stride of 0, may lie anywhere and are written byte by byte.
KCAST_FILL_FN void fill_one(void* buffer, ScalarType type, unsigned long long seed,
                            const FillNumbers& fill, long long index, long long stride_bytes) {
  const unsigned long long bits = element_bits(type, fill_value(seed, fill, index));
  if (stride_bytes > 0) {
    unsigned char* bytes = static_cast<unsigned char*>(buffer) + index * stride_bytes;
    for (int k = 0; k < scalar_type_bytes(type); ++k)
      bytes[k] = static_cast<unsigned char>(bits >> (8 * k));
    return;
  }
  switch (scalar_type_bytes(type)) {
    case 1:
      static_cast<unsigned char*>(buffer)[index] = static_cast<unsigned char>(bits);
      break;
    case 2:
      static_cast<unsigned short*>(buffer)[index] = static_cast<unsigned short>(bits);
      break;
    case 4:
      static_cast<unsigned*>(buffer)[index] = static_cast<unsigned>(bits);
      break;
    default:
      static_cast<unsigned long long*>(buffer)[index] = bits;
  }
}

}  // namespace kcast::collect
