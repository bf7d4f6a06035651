#include "analyze/exec/ops/bit_function.h"

#include <bit>

namespace kcast::exec {
namespace {

using ptx::Op;
using ptx::Type;

template <int Bits>
Lane shift_left(Lane a, Lane b, Lane, uint64_t) {
  const Lane amount = low_bits(b, 32);
  return amount >= Bits ? 0 : low_bits(a << amount, Bits);
}

template <int Bits, bool Signed>
Lane shift_right(Lane a, Lane b, Lane, uint64_t) {
  Lane amount = low_bits(b, 32);
  if constexpr (Signed) {
    if (amount >= Bits) amount = Bits - 1;
    return low_bits(static_cast<Lane>(sign_extended(a, Bits) >> amount), Bits);
  } else {
    return amount >= Bits ? 0 : low_bits(a, Bits) >> amount;
  }
}

LaneFn shift_left_function(int bits) {
  if (bits == 16) return map_lanes<shift_left<16>>;
  return bits == 32 ? map_lanes<shift_left<32>> : map_lanes<shift_left<64>>;
}

LaneFn shift_right_function(ptx::Type type) {
  const int bits = ptx::bits_of(type);
  if (ptx::is_signed(type)) {
    if (bits == 16) return map_lanes<shift_right<16, true>>;
    return bits == 32 ? map_lanes<shift_right<32, true>> : map_lanes<shift_right<64, true>>;
  }
  if (bits == 16) return map_lanes<shift_right<16, false>>;
  return bits == 32 ? map_lanes<shift_right<32, false>> : map_lanes<shift_right<64, false>>;
}

// shf: imm bit 0 left, bit 1 clamp. The pair is b:a.
Lane funnel(Lane a, Lane b, Lane c, uint64_t imm) {
  Lane amount = low_bits(c, 32);
  if ((imm & 2) != 0) {
    amount = amount > 32 ? 32 : amount;
  } else {
    amount &= 31;
  }
  const Lane pair = (low_bits(b, 32) << 32) | low_bits(a, 32);
  return low_bits(
      (imm & 1) != 0 ? (amount == 32 ? low_bits(a, 32) : (pair << amount) >> 32) : pair >> amount,
      32);
}

Lane lop3(Lane a, Lane b, Lane c, uint64_t lut) {
  Lane result = 0;
  for (int k = 0; k < 8; ++k) {
    const Lane keep = Lane{0} - ((lut >> k) & 1);
    result |= keep & ((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c);
  }
  return low_bits(result, 32);
}

// Selector nibbles of prmt's modes, for the low two bits of c.
Lane prmt_selector(uint64_t mode, Lane c) {
  static constexpr uint16_t kSelectors[7][4] = {
      {0, 0, 0, 0},
      {0x3210, 0x4321, 0x5432, 0x6543},  // f4e
      {0x5670, 0x6701, 0x7012, 0x0123},  // b4e
      {0x0000, 0x1111, 0x2222, 0x3333},  // rc8
      {0x3210, 0x3211, 0x3222, 0x3333},  // ecl
      {0x0000, 0x1110, 0x2210, 0x3210},  // ecr
      {0x1010, 0x3232, 0x1010, 0x3232},  // rc16
  };
  return mode == 0 || mode > 6 ? c : kSelectors[mode][c & 3];
}

Lane permute(Lane a, Lane b, Lane c, uint64_t mode) {
  const Lane pair = (low_bits(b, 32) << 32) | low_bits(a, 32);
  const Lane selector = prmt_selector(mode, c);
  Lane result = 0;
  for (int i = 0; i < 4; ++i) {
    const Lane nibble = (selector >> (4 * i)) & 15;
    Lane byte = (pair >> (8 * (nibble & 7))) & 255;
    if ((nibble & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}

template <int Bits, bool Signed>
Lane field_extract(Lane a, Lane b, Lane c, uint64_t) {
  const Lane position = b & 255;
  const Lane length = c & 255;
  if (length == 0) return 0;
  Lane last = position + length - 1;
  if (last > Bits - 1) last = Bits - 1;
  const Lane sign = Signed ? (a >> last) & 1 : 0;
  Lane result = position >= Bits ? 0 : low_bits(a, Bits) >> position;
  const Lane kept = position >= Bits ? 0 : last - position + 1;
  result = low_bits(result, static_cast<int>(kept));
  if (sign != 0 && kept < Bits) result |= ~Lane{0} << kept;
  return low_bits(result, Bits);
}

template <int Bits, bool Signed>
Lane find_top(Lane a, Lane, Lane, uint64_t shift_amount) {
  Lane value = low_bits(a, Bits);
  if (Signed && ((value >> (Bits - 1)) & 1) != 0) value = low_bits(~value, Bits);
  if (value == 0) return 0xFFFFFFFFU;
  const Lane top = 63U - static_cast<Lane>(std::countl_zero(value));
  return shift_amount != 0 ? Lane{Bits - 1} - top : top;
}

LaneFn extract_function(ptx::Type type) {
  const bool is_signed = ptx::is_signed(type);
  if (ptx::bits_of(type) == 64)
    return is_signed ? map_lanes<field_extract<64, true>> : map_lanes<field_extract<64, false>>;
  return is_signed ? map_lanes<field_extract<32, true>> : map_lanes<field_extract<32, false>>;
}

LaneFn find_function(ptx::Type type) {
  const bool is_signed = ptx::is_signed(type);
  if (ptx::bits_of(type) == 64)
    return is_signed ? map_lanes<find_top<64, true>> : map_lanes<find_top<64, false>>;
  return is_signed ? map_lanes<find_top<32, true>> : map_lanes<find_top<32, false>>;
}

template <int Bits>
Lane reversed(Lane a, Lane, Lane, uint64_t) {
  Lane result = 0;
  for (int i = 0; i < Bits; ++i)
    result |= ((a >> i) & 1) << (Bits - 1 - i);
  return result;
}

// bmsk.clamp or .wrap (imm 1): ones from position a, b of them.
Lane bit_mask(Lane a, Lane b, Lane, uint64_t wrap) {
  Lane from = low_bits(a, 32);
  Lane count = low_bits(b, 32);
  if (wrap != 0) {
    from &= 31;
    count &= 31;
  }
  if (from >= 32 || count == 0) return 0;
  if (count > 32) count = 32;
  return low_bits(low_bits(~Lane{0}, static_cast<int>(count)) << from, 32);
}

// szext: the low b bits of a, extended; imm bit 0 signed, bit 1 wrap.
Lane extend_field(Lane a, Lane b, Lane, uint64_t imm) {
  Lane bits = low_bits(b, 32);
  if ((imm & 2) != 0) bits &= 31;
  if (bits >= 32) return low_bits(a, 32);
  if (bits == 0) return 0;
  const int width = static_cast<int>(bits);
  return (imm & 1) != 0 ? low_bits(static_cast<Lane>(sign_extended(a, width)), 32)
                        : low_bits(a, width);
}

// fns: the position of the n-th set bit of a, from bit b upward or, for n < 0,
// downward; n = 0 asks for bit b itself.
Lane find_nth(Lane a, Lane b, Lane c, uint64_t) {
  const int base = static_cast<int>(b & 31);
  const int64_t n = sign_extended(c, 32);
  const int step = n < 0 ? -1 : 1;
  int64_t left = n < 0 ? -n : n;
  if (n == 0) return ((a >> base) & 1) != 0 ? static_cast<Lane>(base) : 0xFFFFFFFFU;
  for (int i = base; i >= 0 && i < 32; i += step) {
    if (((a >> i) & 1) != 0 && --left == 0) return static_cast<Lane>(i);
  }
  return 0xFFFFFFFFU;
}

Lane choose(Lane a, Lane b, Lane c, uint64_t) {
  return c != 0 ? a : b;
}
Lane choose_by_sign(Lane a, Lane b, Lane c, uint64_t) {
  return sign_extended(c, 32) >= 0 ? a : b;
}
Lane choose_by_float(Lane a, Lane b, Lane c, uint64_t) {
  return LaneType<float>::from(c) >= 0 ? a : b;
}
Lane ones_count(Lane a, Lane, Lane, uint64_t) {
  return static_cast<Lane>(std::popcount(a));
}
template <int Bits>
Lane leading_zeros(Lane a, Lane, Lane, uint64_t) {
  return static_cast<Lane>(std::countl_zero(low_bits(a, Bits))) - (64 - Bits);
}
Lane bit_and(Lane a, Lane b, Lane, uint64_t) {
  return a & b;
}
Lane bit_or(Lane a, Lane b, Lane, uint64_t) {
  return a | b;
}
Lane bit_xor(Lane a, Lane b, Lane, uint64_t) {
  return a ^ b;
}
Lane bit_not(Lane a, Lane, Lane, uint64_t mask) {
  return ~a & mask;
}
Lane is_zero(Lane a, Lane, Lane, uint64_t) {
  return a == 0 ? 1 : 0;
}
Lane copy_masked(Lane a, Lane, Lane, uint64_t mask) {
  return a & mask;
}

}  // namespace

LaneFn bit_function(const ptx::Instruction& in, uint64_t& imm) {
  const int bits = ptx::bits_of(in.type);
  const uint64_t mask = low_bits(~uint64_t{0}, bits <= 0 ? 64 : bits);
  switch (in.op) {
    case ptx::Op::And:
      return map_lanes<bit_and>;
    case ptx::Op::Or:
      return map_lanes<bit_or>;
    case ptx::Op::Xor:
      return map_lanes<bit_xor>;
    case ptx::Op::Not:
      imm = mask;
      return map_lanes<bit_not>;
    case ptx::Op::CNot:
      return map_lanes<is_zero>;
    case ptx::Op::Lop3:
      imm = in.lut;
      return map_lanes<lop3>;
    case ptx::Op::Shf:
      imm = (in.left ? 1U : 0U) | (in.clamp ? 2U : 0U);
      return map_lanes<funnel>;
    case ptx::Op::Shl:
      return shift_left_function(bits);
    case ptx::Op::Shr:
      return shift_right_function(in.type);
    case ptx::Op::Prmt:
      imm = in.lut;
      return map_lanes<permute>;
    case ptx::Op::Popc:
      return map_lanes<ones_count>;
    case ptx::Op::Clz:
      return bits == 64 ? map_lanes<leading_zeros<64>> : map_lanes<leading_zeros<32>>;
    case ptx::Op::Bfind:
      imm = in.shift_amount ? 1 : 0;
      return find_function(in.type);
    case ptx::Op::Fns:
      return map_lanes<find_nth>;
    case ptx::Op::Brev:
      return bits == 64 ? map_lanes<reversed<64>> : map_lanes<reversed<32>>;
    case ptx::Op::Bfe:
      return extract_function(in.type);
    case ptx::Op::Bmsk:
      imm = in.clamp ? 0 : 1;
      return map_lanes<bit_mask>;
    case ptx::Op::Szext:
      imm = (ptx::is_signed(in.type) ? 1U : 0U) | (in.clamp ? 0U : 2U);
      return map_lanes<extend_field>;
    case ptx::Op::Selp:
      return map_lanes<choose>;
    case ptx::Op::Slct:
      return in.type2 == ptx::Type::F32 ? map_lanes<choose_by_float> : map_lanes<choose_by_sign>;
    case ptx::Op::Mov:
    case ptx::Op::Cvta:
      imm = in.op == ptx::Op::Cvta ? ~uint64_t{0} : mask;
      return map_lanes<copy_masked>;
    default:
      return nullptr;
  }
}

}  // namespace kcast::exec
