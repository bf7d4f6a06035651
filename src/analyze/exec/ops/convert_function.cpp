#include "analyze/exec/ops/convert_function.h"

#include <cmath>
#include <limits>

#include "schema/fill.h"

namespace kcast::exec {
namespace {

using ptx::Rounding;
using ptx::Type;

// What a conversion does, packed into the immediate of its lane function.
struct Conversion {
  ptx::Type to = ptx::Type::None;
  ptx::Type from = ptx::Type::None;
  ptx::Rounding rounding = ptx::Rounding::None;
  bool saturate = false;
  uint64_t free_overflow = 0;  // 0: none
};

uint64_t packed(const Conversion& c) {
  return static_cast<uint64_t>(c.to) | (static_cast<uint64_t>(c.from) << 8) |
         (static_cast<uint64_t>(c.rounding) << 16) | (c.saturate ? uint64_t{1} << 24 : 0);
}

Conversion unpacked(uint64_t imm) {
  return {.to = static_cast<ptx::Type>(imm & 255),
          .from = static_cast<ptx::Type>((imm >> 8) & 255),
          .rounding = static_cast<ptx::Rounding>((imm >> 16) & 255),
          .saturate = ((imm >> 24) & 1) != 0,
          .free_overflow = imm >> 32};
}

double as_double(Lane v, ptx::Type type) {
  switch (type) {
    case ptx::Type::F16:
      return static_cast<double>(half_to_float(static_cast<uint16_t>(v)));
    case ptx::Type::BF16:
      return static_cast<double>(bfloat_to_float(static_cast<uint16_t>(v)));
    case ptx::Type::F64:
      return LaneType<double>::from(v);
    default:
      return static_cast<double>(LaneType<float>::from(v));
  }
}

double rounded(double v, ptx::Rounding rounding) {
  switch (rounding) {
    case ptx::Rounding::Rni:
      return std::nearbyint(v);
    case ptx::Rounding::Rzi:
      return std::trunc(v);
    case ptx::Rounding::Rmi:
      return std::floor(v);
    case ptx::Rounding::Rpi:
      return std::ceil(v);
    default:
      return v;
  }
}

// The float next to `nearest` where rounding to nearest went the wrong way.
float directed_float(double v, ptx::Rounding rounding) {
  const auto nearest = static_cast<float>(v);
  const auto back = static_cast<double>(nearest);
  const bool down = rounding == ptx::Rounding::Rm || (rounding == ptx::Rounding::Rz && v > 0);
  const bool up = rounding == ptx::Rounding::Rp || (rounding == ptx::Rounding::Rz && v < 0);
  if (down && back > v) return std::nextafter(nearest, -std::numeric_limits<float>::infinity());
  if (up && back < v) return std::nextafter(nearest, std::numeric_limits<float>::infinity());
  return nearest;
}

Lane float_result(double v, const Conversion& c) {
  if (c.saturate) v = v > 0 ? (v > 1 ? 1 : v) : 0;
  switch (c.to) {
    case ptx::Type::F16:
      return float_to_half(v);
    case ptx::Type::BF16:
      return float_to_bfloat(v);
    case ptx::Type::F64:
      return LaneType<double>::to(v);
    default:
      return LaneType<float>::to(directed_float(v, c.rounding));
  }
}

// Float to integer clamps to the range of the result; NaN becomes zero.
Lane integer_result(double v, const Conversion& c) {
  const int bits = ptx::bits_of(c.to);
  v = rounded(v, c.rounding == ptx::Rounding::None ? ptx::Rounding::Rzi : c.rounding);
  if (c.free_overflow != 0) {
    const double end = std::ldexp(1.0, ptx::is_signed(c.to) ? bits - 1 : bits);
    const bool fits = v < end && v >= (ptx::is_signed(c.to) ? -end : 0);
    if (!fits) return low_bits(fill_mix(std::bit_cast<uint64_t>(v) + c.free_overflow), bits);
  }
  if (std::isnan(v)) return 0;
  if (ptx::is_signed(c.to)) {
    const double limit = std::ldexp(1.0, bits - 1);
    if (v >= limit) return low_bits((Lane{1} << (bits - 1)) - 1, bits);
    if (v < -limit) return low_bits(Lane{1} << (bits - 1), bits);
    return low_bits(static_cast<Lane>(static_cast<int64_t>(v)), bits);
  }
  if (v >= std::ldexp(1.0, bits)) return low_bits(~Lane{0}, bits);
  return v <= 0 ? 0 : static_cast<Lane>(v);
}

Lane clamped_integer(Lane v, const Conversion& c) {
  const int from = ptx::bits_of(c.from);
  const int to = ptx::bits_of(c.to);
  const __int128 value = ptx::is_signed(c.from) ? static_cast<__int128>(sign_extended(v, from))
                                                : static_cast<__int128>(low_bits(v, from));
  if (!c.saturate) return low_bits(static_cast<Lane>(value), to);
  const bool is_signed = ptx::is_signed(c.to);
  const __int128 high = (static_cast<__int128>(1) << (is_signed ? to - 1 : to)) - 1;
  const __int128 low = is_signed ? -high - 1 : 0;
  return low_bits(static_cast<Lane>(value > high ? high : (value < low ? low : value)), to);
}

Lane converted(Lane v, const Conversion& c) {
  const bool from_float = ptx::is_float(c.from);
  const bool to_float = ptx::is_float(c.to);
  if (!from_float && !to_float) return clamped_integer(v, c);
  if (from_float && to_float) return float_result(rounded(as_double(v, c.from), c.rounding), c);
  if (from_float) return integer_result(as_double(v, c.from), c);
  const int bits = ptx::bits_of(c.from);
  if (ptx::is_signed(c.from)) {
    const int64_t value = sign_extended(v, bits);
    if (c.to == ptx::Type::F32 && c.rounding <= ptx::Rounding::Rn) {
      return LaneType<float>::to(static_cast<float>(value));
    }
    return float_result(static_cast<double>(value), c);
  }
  const uint64_t value = low_bits(v, bits);
  if (c.to == ptx::Type::F32 && c.rounding <= ptx::Rounding::Rn) {
    return LaneType<float>::to(static_cast<float>(value));
  }
  return float_result(static_cast<double>(value), c);
}

void convert_lanes(Lane* d, const Lane* const* sources, int chunks, uint64_t imm) {
  const Conversion conversion = unpacked(imm);
  for (int i = 0; i < chunks * kChunkLanes; ++i)
    d[i] = converted(sources[0][i], conversion);
}

template <int From, int To>
Lane sign_changed(Lane a, Lane, Lane, uint64_t) {
  return low_bits(static_cast<Lane>(sign_extended(a, From)), To);
}
Lane masked(Lane a, Lane, Lane, uint64_t mask) {
  return a & mask;
}

// cvt.f16x2.f32 d, a, b: a becomes the upper half.
template <bool Bfloat>
Lane packed_halves(Lane a, Lane b, Lane, uint64_t) {
  const auto high = static_cast<double>(LaneType<float>::from(a));
  const auto low = static_cast<double>(LaneType<float>::from(b));
  if constexpr (Bfloat) return float_to_bfloat(low) | (Lane{float_to_bfloat(high)} << 16);
  return float_to_half(low) | (Lane{float_to_half(high)} << 16);
}

}  // namespace

uint64_t free_overflow(uint64_t seed) {
  return (fill_mix(seed) | 1) << 32;
}

LaneFn convert_function(const ptx::Instruction& in, uint64_t& imm) {
  if (in.type == ptx::Type::F16x2) return map_lanes<packed_halves<false>>;
  if (in.type == ptx::Type::BF16x2) return map_lanes<packed_halves<true>>;
  const int from = ptx::bits_of(in.type2);
  const int to = ptx::bits_of(in.type);
  if (from <= 0 || to <= 0) return nullptr;
  if (!ptx::is_float(in.type) && !ptx::is_float(in.type2) && !in.saturate) {
    if (!ptx::is_signed(in.type2) || to <= from) {
      imm = low_bits(~uint64_t{0}, from < to ? from : to);
      return map_lanes<masked>;
    }
    if (from == 32 && to == 64) return map_lanes<sign_changed<32, 64>>;
    if (from == 16 && to == 32) return map_lanes<sign_changed<16, 32>>;
    if (from == 16 && to == 64) return map_lanes<sign_changed<16, 64>>;
    if (from == 8 && to == 32) return map_lanes<sign_changed<8, 32>>;
  }
  imm = packed({.to = in.type, .from = in.type2, .rounding = in.rounding, .saturate = in.saturate});
  return convert_lanes;
}

}  // namespace kcast::exec
