// Values of the lanes of a warp, and the functions that compute on all of them at once.
//
// A register is an array of 64-bit lanes. A value narrower than 64 bits lies in the low
// bits, the rest is zero; a predicate is 0 or 1. Lane functions compute whole chunks of
// 32 lanes whatever the active mask is (a fixed trip count vectorises), so they must be
// defined for every input; who calls them keeps the lanes that were active.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "analyze/exec/ops/half.h"

namespace kcast::exec {

using Lane = uint64_t;
using LaneMask = uint64_t;

constexpr int kMaxLanes = 64;
constexpr int kChunkLanes = 32;

// `d` may be one of the sources. `imm` is what the instruction adds: a table, a mode.
using LaneFn = void (*)(Lane* d, const Lane* const* sources, int chunks, uint64_t imm);

// Zero-extends the low `bits` of a value.
inline Lane low_bits(Lane value, int bits) {
  return bits >= 64 ? value : value & ((Lane{1} << bits) - 1);
}
inline int64_t sign_extended(Lane value, int bits) {
  if (bits >= 64) return static_cast<int64_t>(value);
  const Lane sign = Lane{1} << (bits - 1);
  return static_cast<int64_t>((low_bits(value, bits) ^ sign) - sign);
}

// Lanes whose value is not zero.
inline LaneMask nonzero_lanes(const Lane* values, int chunks) {
  LaneMask mask = 0;
  for (int i = 0; i < chunks * kChunkLanes; ++i)
    mask |= static_cast<LaneMask>(values[i] != 0 ? 1 : 0) << i;
  return mask;
}

struct HalfTag {};
struct BfloatTag {};

// How the C++ type of an operation is stored in a lane.
template <typename T>
struct LaneType {
  using Value = T;
  static T from(Lane v) { return static_cast<T>(v); }
  static Lane to(T v) { return static_cast<Lane>(static_cast<std::make_unsigned_t<T>>(v)); }
};
template <>
struct LaneType<float> {
  using Value = float;
  static float from(Lane v) { return std::bit_cast<float>(static_cast<uint32_t>(v)); }
  static Lane to(float v) { return std::bit_cast<uint32_t>(v); }
};
template <>
struct LaneType<double> {
  using Value = double;
  static double from(Lane v) { return std::bit_cast<double>(v); }
  static Lane to(double v) { return std::bit_cast<Lane>(v); }
};
template <>
struct LaneType<HalfTag> {
  using Value = float;
  static float from(Lane v) { return half_to_float(static_cast<uint16_t>(v)); }
  static Lane to(float v) { return float_to_half(static_cast<double>(v)); }
};
template <>
struct LaneType<BfloatTag> {
  using Value = float;
  static float from(Lane v) { return bfloat_to_float(static_cast<uint16_t>(v)); }
  static Lane to(float v) { return float_to_bfloat(static_cast<double>(v)); }
};

// Calls `Op`, a stateless function. One of a class is made anew for it: the object that stands for
// a template argument is one too many for Clang's AddressSanitizer when it is of an unnamed type.
template <auto Op, typename... Values>
auto call(Values... values) {
  if constexpr (std::is_class_v<decltype(Op)>) {
    return decltype(Op){}(values...);
  } else {
    return Op(values...);
  }
}

// Applies `Op`, a stateless function of lanes, to every lane.
template <auto Op>
void map_lanes(Lane* d, const Lane* const* sources, int chunks, uint64_t imm) {
  const Lane* a = sources[0];
  const Lane* b = sources[1];
  const Lane* c = sources[2];
  for (int chunk = 0; chunk < chunks; ++chunk) {
    Lane out[kChunkLanes];
    for (int i = 0; i < kChunkLanes; ++i)
      out[i] = call<Op>(a[i], b[i], c[i], imm);
    std::memcpy(d, out, sizeof(out));
    d += kChunkLanes;
    a += kChunkLanes;
    b += kChunkLanes;
    c += kChunkLanes;
  }
}

// The same for an operation on values of one type.
template <typename T, auto Op>
void map_typed(Lane* d, const Lane* const* sources, int chunks, uint64_t imm) {
  using L = LaneType<T>;
  map_lanes<[](Lane a, Lane b, Lane c, uint64_t) {
    return L::to(static_cast<typename L::Value>(call<Op>(L::from(a), L::from(b), L::from(c))));
  }>(d, sources, chunks, imm);
}

}  // namespace kcast::exec
