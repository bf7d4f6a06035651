#include "analyze/exec/ops/compare_function.h"

#include <cmath>

namespace kcast::exec {
namespace {

using ptx::Compare;
using ptx::Type;

template <typename T, auto Op>
void compare_lanes(Lane* d, const Lane* const* sources, int chunks, uint64_t imm) {
  using L = LaneType<T>;
  map_lanes<[](Lane a, Lane b, Lane, uint64_t) {
    return static_cast<Lane>(call<Op>(L::from(a), L::from(b)) ? 1 : 0);
  }>(d, sources, chunks, imm);
}

constexpr auto kEq = [](auto a, auto b) { return a == b; };
constexpr auto kNe = [](auto a, auto b) { return a != b; };
constexpr auto kLt = [](auto a, auto b) { return a < b; };
constexpr auto kLe = [](auto a, auto b) { return a <= b; };
constexpr auto kGt = [](auto a, auto b) { return a > b; };
constexpr auto kGe = [](auto a, auto b) { return a >= b; };
// Of floats: ordered "not equal", and the forms that hold for unordered operands.
constexpr auto kNeOrdered = [](auto a, auto b) { return a < b || a > b; };
constexpr auto kEqu = [](auto a, auto b) { return !(a < b || a > b); };
constexpr auto kLtu = [](auto a, auto b) { return !(a >= b); };
constexpr auto kLeu = [](auto a, auto b) { return !(a > b); };
constexpr auto kGtu = [](auto a, auto b) { return !(a <= b); };
constexpr auto kGeu = [](auto a, auto b) { return !(a < b); };
constexpr auto kNum = [](auto a, auto b) { return !std::isnan(a) && !std::isnan(b); };
constexpr auto kNan = [](auto a, auto b) { return std::isnan(a) || std::isnan(b); };

template <typename T>
LaneFn integer_compare(ptx::Compare compare) {
  using U = std::make_unsigned_t<T>;
  switch (compare) {
    case ptx::Compare::Eq:
      return compare_lanes<T, kEq>;
    case ptx::Compare::Ne:
      return compare_lanes<T, kNe>;
    case ptx::Compare::Lt:
      return compare_lanes<T, kLt>;
    case ptx::Compare::Le:
      return compare_lanes<T, kLe>;
    case ptx::Compare::Gt:
      return compare_lanes<T, kGt>;
    case ptx::Compare::Ge:
      return compare_lanes<T, kGe>;
    case ptx::Compare::Lo:
      return compare_lanes<U, kLt>;
    case ptx::Compare::Ls:
      return compare_lanes<U, kLe>;
    case ptx::Compare::Hi:
      return compare_lanes<U, kGt>;
    case ptx::Compare::Hs:
      return compare_lanes<U, kGe>;
    default:
      return nullptr;
  }
}

template <typename T>
LaneFn float_compare(ptx::Compare compare) {
  switch (compare) {
    case ptx::Compare::Eq:
      return compare_lanes<T, kEq>;
    case ptx::Compare::Ne:
      return compare_lanes<T, kNeOrdered>;
    case ptx::Compare::Lt:
      return compare_lanes<T, kLt>;
    case ptx::Compare::Le:
      return compare_lanes<T, kLe>;
    case ptx::Compare::Gt:
      return compare_lanes<T, kGt>;
    case ptx::Compare::Ge:
      return compare_lanes<T, kGe>;
    case ptx::Compare::Equ:
      return compare_lanes<T, kEqu>;
    case ptx::Compare::Neu:
      return compare_lanes<T, kNe>;
    case ptx::Compare::Ltu:
      return compare_lanes<T, kLtu>;
    case ptx::Compare::Leu:
      return compare_lanes<T, kLeu>;
    case ptx::Compare::Gtu:
      return compare_lanes<T, kGtu>;
    case ptx::Compare::Geu:
      return compare_lanes<T, kGeu>;
    case ptx::Compare::Num:
      return compare_lanes<T, kNum>;
    case ptx::Compare::Nan:
      return compare_lanes<T, kNan>;
    default:
      return nullptr;
  }
}

}  // namespace

LaneFn compare_function(ptx::Compare compare, ptx::Type type) {
  switch (type) {
    case ptx::Type::S16:
      return integer_compare<int16_t>(compare);
    case ptx::Type::S32:
      return integer_compare<int32_t>(compare);
    case ptx::Type::S64:
      return integer_compare<int64_t>(compare);
    case ptx::Type::U16:
    case ptx::Type::B16:
      return integer_compare<uint16_t>(compare);
    case ptx::Type::U32:
    case ptx::Type::B32:
      return integer_compare<uint32_t>(compare);
    case ptx::Type::U64:
    case ptx::Type::B64:
      return integer_compare<uint64_t>(compare);
    case ptx::Type::F16:
      return float_compare<HalfTag>(compare);
    case ptx::Type::BF16:
      return float_compare<BfloatTag>(compare);
    case ptx::Type::F32:
      return float_compare<float>(compare);
    case ptx::Type::F64:
      return float_compare<double>(compare);
    default:
      return nullptr;
  }
}

}  // namespace kcast::exec
