// Floating-point arithmetic on lanes: IEEE, rounded to nearest. Directed rounding and
// flushed subnormals are not told apart: no branch is known to hang on them.
#include <cmath>
#include <limits>

#include "analyze/exec_lanes.h"

namespace kcast {
namespace {

using ptx::Op;
using ptx::Type;

constexpr auto kAdd = [](auto a, auto b, auto) { return a + b; };
constexpr auto kSub = [](auto a, auto b, auto) { return a - b; };
constexpr auto kMul = [](auto a, auto b, auto) { return a * b; };
constexpr auto kFma = [](auto a, auto b, auto c) { return std::fma(a, b, c); };
constexpr auto kDiv = [](auto a, auto b, auto) { return a / b; };
constexpr auto kAbs = [](auto a, auto, auto) { return std::fabs(a); };
constexpr auto kNeg = [](auto a, auto, auto) { return -a; };
constexpr auto kMin = [](auto a, auto b, auto) { return std::fmin(a, b); };
constexpr auto kMax = [](auto a, auto b, auto) { return std::fmax(a, b); };
constexpr auto kRcp = [](auto a, auto, auto) { return 1 / a; };
constexpr auto kSqrt = [](auto a, auto, auto) { return std::sqrt(a); };
constexpr auto kRsqrt = [](auto a, auto, auto) { return 1 / std::sqrt(a); };
constexpr auto kSin = [](auto a, auto, auto) { return std::sin(a); };
constexpr auto kCos = [](auto a, auto, auto) { return std::cos(a); };
constexpr auto kLg2 = [](auto a, auto, auto) { return std::log2(a); };
constexpr auto kEx2 = [](auto a, auto, auto) { return std::exp2(a); };
constexpr auto kTanh = [](auto a, auto, auto) { return std::tanh(a); };
constexpr auto kCopySign = [](auto a, auto b, auto) { return std::copysign(b, a); };

template <typename T>
T unit_range(T v) {
  if (!(v > 0)) return 0;
  return v > 1 ? T{1} : v;
}

// The operation, then clamped to [0, 1] as .sat asks.
template <auto Op>
struct Saturated {
  static constexpr auto kFn = [](auto a, auto b, auto c) { return unit_range(Op(a, b, c)); };
};

// Both halves of a packed pair.
template <typename Tag, auto Op>
Lane pair_op(Lane a, Lane b, Lane c, uint64_t) {
  using L = LaneType<Tag>;
  const auto at = [](Lane v, int half) { return L::from((v >> (16 * half)) & 0xFFFF); };
  const Lane low = L::to(Op(at(a, 0), at(b, 0), at(c, 0)));
  const Lane high = L::to(Op(at(a, 1), at(b, 1), at(c, 1)));
  return low | (high << 16);
}

template <auto Op>
Lane pair32_op(Lane a, Lane b, Lane c, uint64_t) {
  using L = LaneType<float>;
  const Lane low = L::to(Op(L::from(a), L::from(b), L::from(c)));
  const Lane high = L::to(Op(L::from(a >> 32), L::from(b >> 32), L::from(c >> 32)));
  return low | (high << 32);
}

template <auto Op>
LaneFn by_type(Type type) {
  switch (type) {
    case Type::F32:
    case Type::TF32:
      return map_typed<float, Op>;
    case Type::F64:
      return map_typed<double, Op>;
    case Type::F16:
      return map_typed<HalfTag, Op>;
    case Type::BF16:
      return map_typed<BfloatTag, Op>;
    case Type::F16x2:
      return map_lanes<pair_op<HalfTag, Op>>;
    case Type::BF16x2:
      return map_lanes<pair_op<BfloatTag, Op>>;
    case Type::F32x2:
      return map_lanes<pair32_op<Op>>;
    default:
      return nullptr;
  }
}

template <auto Op>
LaneFn with_saturation(const ptx::Instruction& in) {
  return in.saturate ? by_type<Saturated<Op>::kFn>(in.type) : by_type<Op>(in.type);
}

}  // namespace

LaneFn float_function(const ptx::Instruction& in) {
  switch (in.op) {
    case Op::Add:
      return with_saturation<kAdd>(in);
    case Op::Sub:
      return with_saturation<kSub>(in);
    case Op::Mul:
      return with_saturation<kMul>(in);
    case Op::Mad:
    case Op::Fma:
      return with_saturation<kFma>(in);
    case Op::Div:
      return by_type<kDiv>(in.type);
    case Op::Abs:
      return by_type<kAbs>(in.type);
    case Op::Neg:
      return by_type<kNeg>(in.type);
    case Op::Min:
      return by_type<kMin>(in.type);
    case Op::Max:
      return by_type<kMax>(in.type);
    case Op::Rcp:
      return by_type<kRcp>(in.type);
    case Op::Sqrt:
      return by_type<kSqrt>(in.type);
    case Op::Rsqrt:
      return by_type<kRsqrt>(in.type);
    case Op::Sin:
      return by_type<kSin>(in.type);
    case Op::Cos:
      return by_type<kCos>(in.type);
    case Op::Lg2:
      return by_type<kLg2>(in.type);
    case Op::Ex2:
      return by_type<kEx2>(in.type);
    case Op::Tanh:
      return by_type<kTanh>(in.type);
    case Op::CopySign:
      return by_type<kCopySign>(in.type);
    default:
      return nullptr;
  }
}

}  // namespace kcast
