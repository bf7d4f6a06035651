#include "analyze/exec/ops/float_function.h"

#include <cmath>
#include <limits>

namespace kcast::exec {
namespace {

using ptx::Op;
using ptx::Type;

constexpr auto kFloatAdd = [](auto a, auto b, auto) { return a + b; };
constexpr auto kFloatSub = [](auto a, auto b, auto) { return a - b; };
constexpr auto kFloatMul = [](auto a, auto b, auto) { return a * b; };
constexpr auto kFloatFma = [](auto a, auto b, auto c) { return std::fma(a, b, c); };
constexpr auto kProductMinus = [](auto a, auto b, auto c) { return std::fma(a, b, -c); };
constexpr auto kMinusProduct = [](auto a, auto b, auto c) { return std::fma(-a, b, c); };
constexpr auto kFloatDiv = [](auto a, auto b, auto) { return a / b; };
constexpr auto kFloatAbs = [](auto a, auto, auto) { return std::fabs(a); };
constexpr auto kFloatNeg = [](auto a, auto, auto) { return -a; };
constexpr auto kFloatMin = [](auto a, auto b, auto) { return std::fmin(a, b); };
constexpr auto kFloatMax = [](auto a, auto b, auto) { return std::fmax(a, b); };
constexpr auto kFloatRcp = [](auto a, auto, auto) { return 1 / a; };
constexpr auto kFloatSqrt = [](auto a, auto, auto) { return std::sqrt(a); };
constexpr auto kFloatRsqrt = [](auto a, auto, auto) { return 1 / std::sqrt(a); };
constexpr auto kFloatSin = [](auto a, auto, auto) { return std::sin(a); };
constexpr auto kFloatCos = [](auto a, auto, auto) { return std::cos(a); };
constexpr auto kFloatLg2 = [](auto a, auto, auto) { return std::log2(a); };
constexpr auto kFloatEx2 = [](auto a, auto, auto) { return std::exp2(a); };
constexpr auto kFloatTanh = [](auto a, auto, auto) { return std::tanh(a); };
constexpr auto kFloatCopySign = [](auto a, auto b, auto) { return std::copysign(b, a); };

template <typename T>
T unit_range(T v) {
  if (!(v > 0)) return 0;
  return v > 1 ? T{1} : v;
}

// The operation, then clamped to [0, 1] as .sat asks.
template <auto Op>
struct Saturated {
  static constexpr auto kFn = [](auto a, auto b, auto c) { return unit_range(call<Op>(a, b, c)); };
};

// Both halves of a packed pair.
template <typename Tag, auto Op>
Lane pair_op(Lane a, Lane b, Lane c, uint64_t) {
  using L = LaneType<Tag>;
  const auto at = [](Lane v, int half) { return L::from((v >> (16 * half)) & 0xFFFF); };
  const Lane low = L::to(call<Op>(at(a, 0), at(b, 0), at(c, 0)));
  const Lane high = L::to(call<Op>(at(a, 1), at(b, 1), at(c, 1)));
  return low | (high << 16);
}

template <auto Op>
Lane pair32_op(Lane a, Lane b, Lane c, uint64_t) {
  using L = LaneType<float>;
  const Lane low = L::to(call<Op>(L::from(a), L::from(b), L::from(c)));
  const Lane high = L::to(call<Op>(L::from(a >> 32), L::from(b >> 32), L::from(c >> 32)));
  return low | (high << 32);
}

template <auto Op>
LaneFn by_float_type(ptx::Type type) {
  switch (type) {
    case ptx::Type::F32:
    case ptx::Type::TF32:
      return map_typed<float, Op>;
    case ptx::Type::F64:
      return map_typed<double, Op>;
    case ptx::Type::F16:
      return map_typed<HalfTag, Op>;
    case ptx::Type::BF16:
      return map_typed<BfloatTag, Op>;
    case ptx::Type::F16x2:
      return map_lanes<pair_op<HalfTag, Op>>;
    case ptx::Type::BF16x2:
      return map_lanes<pair_op<BfloatTag, Op>>;
    case ptx::Type::F32x2:
      return map_lanes<pair32_op<Op>>;
    default:
      return nullptr;
  }
}

template <auto Op>
LaneFn with_saturation(const ptx::Instruction& in) {
  return in.saturate ? by_float_type<Saturated<Op>::kFn>(in.type) : by_float_type<Op>(in.type);
}

}  // namespace

LaneFn fused_difference(ptx::Type type, bool product_first) {
  return product_first ? by_float_type<kProductMinus>(type) : by_float_type<kMinusProduct>(type);
}

LaneFn float_function(const ptx::Instruction& in) {
  switch (in.op) {
    case ptx::Op::Add:
      return with_saturation<kFloatAdd>(in);
    case ptx::Op::Sub:
      return with_saturation<kFloatSub>(in);
    case ptx::Op::Mul:
      return with_saturation<kFloatMul>(in);
    case ptx::Op::Mad:
    case ptx::Op::Fma:
      return with_saturation<kFloatFma>(in);
    case ptx::Op::Div:
      return by_float_type<kFloatDiv>(in.type);
    case ptx::Op::Abs:
      return by_float_type<kFloatAbs>(in.type);
    case ptx::Op::Neg:
      return by_float_type<kFloatNeg>(in.type);
    case ptx::Op::Min:
      return by_float_type<kFloatMin>(in.type);
    case ptx::Op::Max:
      return by_float_type<kFloatMax>(in.type);
    case ptx::Op::Rcp:
      return by_float_type<kFloatRcp>(in.type);
    case ptx::Op::Sqrt:
      return by_float_type<kFloatSqrt>(in.type);
    case ptx::Op::Rsqrt:
      return by_float_type<kFloatRsqrt>(in.type);
    case ptx::Op::Sin:
      return by_float_type<kFloatSin>(in.type);
    case ptx::Op::Cos:
      return by_float_type<kFloatCos>(in.type);
    case ptx::Op::Lg2:
      return by_float_type<kFloatLg2>(in.type);
    case ptx::Op::Ex2:
      return by_float_type<kFloatEx2>(in.type);
    case ptx::Op::Tanh:
      return by_float_type<kFloatTanh>(in.type);
    case ptx::Op::CopySign:
      return by_float_type<kFloatCopySign>(in.type);
    default:
      return nullptr;
  }
}

}  // namespace kcast::exec
