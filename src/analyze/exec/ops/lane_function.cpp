#include "analyze/exec/ops/lane_function.h"

#include <cmath>

#include "analyze/exec/ops/bit_function.h"
#include "analyze/exec/ops/compare_function.h"
#include "analyze/exec/ops/convert_function.h"
#include "analyze/exec/ops/float_function.h"
#include "analyze/exec/ops/integer_function.h"

namespace kcast::exec {
namespace {

// testp: imm is the class asked for, as Instruction::lut numbers them.
template <typename T>
Lane test_property(Lane a, Lane, Lane, uint64_t property) {
  const auto v = LaneType<T>::from(a);
  switch (property) {
    case 1:
      return std::isfinite(v) ? 1 : 0;
    case 2:
      return std::isinf(v) ? 1 : 0;
    case 3:
      return std::isnan(v) ? 0 : 1;
    case 4:
      return std::isnan(v) ? 1 : 0;
    case 5:
      return std::isnormal(v) ? 1 : 0;
    default:
      return std::fpclassify(v) == FP_SUBNORMAL ? 1 : 0;
  }
}

// bfi: a's low bits into b, at position c, as many as d says; four sources.
template <int Bits>
void insert_field(Lane* d, const Lane* const* sources, int chunks, uint64_t) {
  for (int i = 0; i < chunks * kChunkLanes; ++i) {
    const Lane position = sources[2][i] & 255;
    const Lane length = sources[3][i] & 255;
    Lane mask =
        position >= Bits ? 0 : low_bits(~Lane{0}, static_cast<int>(length > 64 ? 64 : length));
    mask = position >= Bits ? 0 : low_bits(mask << position, Bits);
    const Lane moved = position >= Bits ? 0 : sources[0][i] << position;
    d[i] = (moved & mask) | (sources[1][i] & ~mask);
  }
}

}  // namespace

LaneFn lane_function(const ptx::Instruction& in, uint64_t& imm) {
  imm = 0;
  switch (in.op) {
    case ptx::Op::Setp:
      return compare_function(in.compare, in.type);
    case ptx::Op::Set:
      return compare_function(in.compare, in.type2);
    case ptx::Op::Cvt:
      return convert_function(in, imm);
    case ptx::Op::TestP:
      imm = in.lut;
      return in.type == ptx::Type::F64 ? map_lanes<test_property<double>>
                                       : map_lanes<test_property<float>>;
    case ptx::Op::Bfi:
      return ptx::bits_of(in.type) == 64 ? insert_field<64> : insert_field<32>;
    default:
      break;
  }
  if (ptx::is_float(in.type)) {
    if (LaneFn fn = float_function(in)) return fn;
  } else if (LaneFn fn = integer_function(in, imm)) {
    return fn;
  }
  return bit_function(in, imm);
}

}  // namespace kcast::exec
