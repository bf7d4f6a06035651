#include "analyze/cost/word_halves.h"

#include <cstdint>

#include "analyze/cost/expansions_plain.h"

namespace kcast::cost {

using ptx::Instruction;
using ptx::Op;

namespace {

constexpr uint64_t kHalf = 0xffffffff;

struct EmptyHalves {
  bool low = false;
  bool high = false;
};

bool is_word(const Instruction& i) {
  return ptx::bits_of(i.type) == 64 && !ptx::is_float(i.type) && i.predicate < 0;
}

EmptyHalves empty_halves(const RegisterUses& uses, int32_t value) {
  const int32_t from = uses.definition(value);
  if (from < 0) return {};
  const Instruction& i = uses.instruction(from);
  const bool constant = is_immediate(i, 2);
  const uint64_t bits = constant ? i.operands[2].bits : 0;
  switch (i.op) {
    case Op::Shl:
      return {is_word(i) && constant && bits >= 32, false};
    case Op::Shr:
      return {false, is_word(i) && constant && bits >= 32 && !ptx::is_signed(i.type)};
    case Op::And:
      if (!is_word(i) || !constant) return {};
      return {(bits & kHalf) == 0, bits >> 32 == 0};
    case Op::Cvt:
      return {false, is_word(i) && ptx::bits_of(i.type2) <= 32 && !ptx::is_float(i.type2) &&
                         !ptx::is_signed(i.type2)};
    case Op::Ld:
      return {false, i.vector == 1 && ptx::bits_of(i.type) <= 32 && !ptx::is_signed(i.type)};
    default:
      return {};
  }
}

// Instructions of 32 bits that are left of one of 64; -1: not known to be fewer.
int32_t halves_computed(const RegisterUses& uses, const Instruction& i) {
  const bool constant = is_immediate(i, 2);
  const uint64_t bits = constant ? i.operands[2].bits : 0;
  switch (i.op) {
    case Op::Shl:
    case Op::Shr:
      if (!constant || bits < 32 || (i.op == Op::Shr && ptx::is_signed(i.type))) return -1;
      return bits == 32 ? 0 : 1;
    case Op::And: {
      if (!constant) return -1;
      int32_t computed = 0;
      for (const uint64_t half : {bits & kHalf, bits >> 32})
        computed += half == 0 || half == kHalf ? 0 : 1;
      return computed;
    }
    case Op::Or:
    case Op::Xor: {
      if (constant) return -1;
      const EmptyHalves a = empty_halves(uses, source(i, 1));
      const EmptyHalves b = empty_halves(uses, source(i, 2));
      return (a.low || b.low ? 0 : 1) + (a.high || b.high ? 0 : 1);
    }
    default:
      return -1;
  }
}

}  // namespace

void join_halves(const RegisterUses& uses, std::vector<MachineCost>& costs) {
  for (size_t at = 0; at < costs.size(); ++at) {
    const Instruction& i = uses.function().instructions[at];
    if (!is_word(i)) continue;
    const int32_t computed = halves_computed(uses, i);
    if (computed >= 0 && static_cast<float>(computed) < costs[at].slots)
      costs[at] = integer_cost(static_cast<float>(computed));
  }
}

}  // namespace kcast::cost
