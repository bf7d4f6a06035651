#include "analyze/exec/ops/integer_function.h"

namespace kcast::exec {
namespace {

using ptx::Op;
using ptx::Type;

using Int128 = __int128;

template <typename T>
T high_half(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    if constexpr (std::is_signed_v<T>) {
      return static_cast<T>((static_cast<Int128>(a) * static_cast<Int128>(b)) >> 64);
    } else {
      using Wide = unsigned __int128;
      return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
    }
  } else {
    using Wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> (8 * sizeof(T)));
  }
}

// The hardware's division by zero gives all ones; the remainder is the dividend.
template <typename T>
T quotient(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return static_cast<T>(std::make_unsigned_t<T>{0} - std::make_unsigned_t<T>(a));
  }
  return static_cast<T>(a / b);
}

template <typename T>
T remainder_of(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}

template <typename T>
T magnitude(T a) {
  if constexpr (std::is_signed_v<T>) {
    using U = std::make_unsigned_t<T>;
    return a < 0 ? static_cast<T>(static_cast<U>(U{0} - static_cast<U>(a))) : a;
  } else {
    return a;
  }
}

template <typename T>
T distance(T a, T b) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(a < b ? static_cast<U>(b) - static_cast<U>(a)
                              : static_cast<U>(a) - static_cast<U>(b));
}

constexpr auto kAdd = [](auto a, auto b, auto) { return a + b; };
constexpr auto kSub = [](auto a, auto b, auto) { return a - b; };
constexpr auto kMul = [](auto a, auto b, auto) {
  return static_cast<uint64_t>(a) * static_cast<uint64_t>(b);
};
constexpr auto kMad = [](auto a, auto b, auto c) {
  return static_cast<uint64_t>(a) * static_cast<uint64_t>(b) + static_cast<uint64_t>(c);
};
constexpr auto kMulHigh = [](auto a, auto b, auto) { return high_half(a, b); };
constexpr auto kMadHigh = [](auto a, auto b, auto c) {
  return static_cast<uint64_t>(high_half(a, b)) + static_cast<uint64_t>(c);
};
constexpr auto kDiv = [](auto a, auto b, auto) { return quotient(a, b); };
constexpr auto kRem = [](auto a, auto b, auto) { return remainder_of(a, b); };
constexpr auto kAbs = [](auto a, auto, auto) { return magnitude(a); };
constexpr auto kNeg = [](auto a, auto, auto) { return uint64_t{0} - static_cast<uint64_t>(a); };
constexpr auto kMin = [](auto a, auto b, auto) { return b < a ? b : a; };
constexpr auto kMax = [](auto a, auto b, auto) { return a < b ? b : a; };
constexpr auto kSad = [](auto a, auto b, auto c) {
  return static_cast<uint64_t>(distance(a, b)) + static_cast<uint64_t>(c);
};

template <auto Op>
LaneFn by_width(ptx::Type type) {
  switch (ptx::bits_of(type)) {
    case 8:
      return map_typed<uint8_t, Op>;
    case 16:
      return map_typed<uint16_t, Op>;
    case 32:
      return map_typed<uint32_t, Op>;
    case 64:
      return map_typed<uint64_t, Op>;
    default:
      return nullptr;
  }
}

template <auto Op>
LaneFn by_type(ptx::Type type) {
  if (!ptx::is_signed(type)) return by_width<Op>(type);
  switch (ptx::bits_of(type)) {
    case 16:
      return map_typed<int16_t, Op>;
    case 32:
      return map_typed<int32_t, Op>;
    case 64:
      return map_typed<int64_t, Op>;
    default:
      return nullptr;
  }
}

// add.sat.s32 and sub.sat.s32, the only saturating integer forms but mad.hi's.
template <int Sign>
Lane saturated(Lane a, Lane b, Lane, uint64_t) {
  const int64_t sum = sign_extended(a, 32) + Sign * sign_extended(b, 32);
  const int64_t clamped = sum > INT32_MAX ? INT32_MAX : (sum < INT32_MIN ? INT32_MIN : sum);
  return low_bits(static_cast<Lane>(clamped), 32);
}

template <int Bits, bool Signed>
Lane wide_product(Lane a, Lane b) {
  if constexpr (Signed) {
    return static_cast<Lane>(sign_extended(a, Bits)) * static_cast<Lane>(sign_extended(b, Bits));
  } else {
    return low_bits(a, Bits) * low_bits(b, Bits);
  }
}

template <int Bits, bool Signed>
Lane wide_mad(Lane a, Lane b, Lane c, uint64_t) {
  return low_bits(wide_product<Bits, Signed>(a, b) + c, 2 * Bits);
}

template <int Bits, bool Signed>
Lane wide_mul(Lane a, Lane b, Lane, uint64_t) {
  return low_bits(wide_product<Bits, Signed>(a, b), 2 * Bits);
}

LaneFn wide_function(ptx::Type source, bool mad) {
  const bool is_signed = ptx::is_signed(source);
  if (ptx::bits_of(source) == 16) {
    if (mad) return is_signed ? map_lanes<wide_mad<16, true>> : map_lanes<wide_mad<16, false>>;
    return is_signed ? map_lanes<wide_mul<16, true>> : map_lanes<wide_mul<16, false>>;
  }
  if (mad) return is_signed ? map_lanes<wide_mad<32, true>> : map_lanes<wide_mad<32, false>>;
  return is_signed ? map_lanes<wide_mul<32, true>> : map_lanes<wide_mul<32, false>>;
}

// mul24 and mad24: the low or high 32 of the 48-bit product.
template <bool Signed, bool High, bool Mad>
Lane product24(Lane a, Lane b, Lane c, uint64_t) {
  const Lane wide = Signed ? static_cast<Lane>(sign_extended(a, 24) * sign_extended(b, 24))
                           : low_bits(a, 24) * low_bits(b, 24);
  return low_bits((High ? wide >> 16 : wide) + (Mad ? c : 0), 32);
}

template <bool Mad>
LaneFn function24(ptx::Type type, bool high) {
  if (ptx::is_signed(type))
    return high ? map_lanes<product24<true, true, Mad>> : map_lanes<product24<true, false, Mad>>;
  return high ? map_lanes<product24<false, true, Mad>> : map_lanes<product24<false, false, Mad>>;
}

// dp4a: bit 0 of imm says that a is signed, bit 1 that b is; bit 2 (dp2a): the upper
// bytes of b.
Lane dot4(Lane a, Lane b, Lane c, uint64_t imm) {
  Lane sum = c;
  for (int i = 0; i < 4; ++i) {
    const Lane x = low_bits(a >> (8 * i), 8);
    const Lane y = low_bits(b >> (8 * i), 8);
    sum += ((imm & 1) != 0 ? static_cast<Lane>(sign_extended(x, 8)) : x) *
           ((imm & 2) != 0 ? static_cast<Lane>(sign_extended(y, 8)) : y);
  }
  return low_bits(sum, 32);
}

Lane dot2(Lane a, Lane b, Lane c, uint64_t imm) {
  Lane sum = c;
  const int first = (imm & 4) != 0 ? 2 : 0;
  for (int i = 0; i < 2; ++i) {
    const Lane x = low_bits(a >> (16 * i), 16);
    const Lane y = low_bits(b >> (8 * (first + i)), 8);
    sum += ((imm & 1) != 0 ? static_cast<Lane>(sign_extended(x, 16)) : x) *
           ((imm & 2) != 0 ? static_cast<Lane>(sign_extended(y, 8)) : y);
  }
  return low_bits(sum, 32);
}

LaneFn multiply_function(const ptx::Instruction& in, bool mad) {
  if (in.wide) return wide_function(in.type2 == ptx::Type::None ? in.type : in.type2, mad);
  if (in.high) return mad ? by_type<kMadHigh>(in.type) : by_type<kMulHigh>(in.type);
  return mad ? by_width<kMad>(in.type) : by_width<kMul>(in.type);
}

}  // namespace

LaneFn integer_function(const ptx::Instruction& in, uint64_t& imm) {
  switch (in.op) {
    case ptx::Op::Add:
      return in.saturate ? map_lanes<saturated<1>> : by_width<kAdd>(in.type);
    case ptx::Op::Sub:
      return in.saturate ? map_lanes<saturated<-1>> : by_width<kSub>(in.type);
    case ptx::Op::Mul:
      return multiply_function(in, false);
    case ptx::Op::Mad:
      return multiply_function(in, true);
    case ptx::Op::Mul24:
      return function24<false>(in.type, in.high);
    case ptx::Op::Mad24:
      return function24<true>(in.type, in.high);
    case ptx::Op::Sad:
      return by_type<kSad>(in.type);
    case ptx::Op::Div:
      return by_type<kDiv>(in.type);
    case ptx::Op::Rem:
      return by_type<kRem>(in.type);
    case ptx::Op::Abs:
      return by_type<kAbs>(in.type);
    case ptx::Op::Neg:
      return by_width<kNeg>(in.type);
    case ptx::Op::Min:
      return by_type<kMin>(in.type);
    case ptx::Op::Max:
      return by_type<kMax>(in.type);
    case ptx::Op::Dp4a:
    case ptx::Op::Dp2a:
      imm = (ptx::is_signed(in.type) ? 1U : 0U) | (ptx::is_signed(in.type2) ? 2U : 0U) |
            (in.high ? 4U : 0U);
      return in.op == ptx::Op::Dp4a ? map_lanes<dot4> : map_lanes<dot2>;
    default:
      return nullptr;
  }
}

}  // namespace kcast::exec
