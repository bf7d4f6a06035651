#include "analyze/ptx_uniform.h"

#include <algorithm>

namespace kcast::ptx {

namespace {

bool is_same_for_a_warp(SpecialRegister special) {
  switch (special) {
    case SpecialRegister::NTid:
    case SpecialRegister::CtaId:
    case SpecialRegister::NCtaId:
    case SpecialRegister::NWarpId:
    case SpecialRegister::SmId:
    case SpecialRegister::NSmId:
    case SpecialRegister::GridId:
      return true;
    default:
      return false;
  }
}

// Instructions whose results follow from their operands alone, lane by lane.
bool follows_operands(const Instruction& i) {
  switch (i.op) {
    case Op::Ld:
    case Op::Mov:
    case Op::Cvt:
    case Op::Cvta:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Mad:
    case Op::Shl:
    case Op::Shr:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Not:
    case Op::Neg:
    case Op::Min:
    case Op::Max:
    case Op::Div:
    case Op::Rem:
      return true;
    default:
      return false;
  }
}

class Uniformity {
 public:
  explicit Uniformity(const Function& function)
      : function_(function),
        uniform_(function.registers.size(), false),
        writers_(function.registers.size(), 0) {}

  std::vector<bool> run() {
    for (const Instruction& i : function_.instructions) {
      for (size_t at = 0; at < i.destinations && at < i.operands.size(); ++at)
        count_writes(i.operands[at]);
    }
    for (const Instruction& i : function_.instructions) {
      const bool known = follows_operands(i) && i.predicate < 0 && i.destinations == 1 &&
                         i.operands[0].kind == OperandKind::Register && has(i.operands[0].index);
      if (!known) continue;
      const auto to = static_cast<size_t>(i.operands[0].index);
      uniform_[to] = writers_[to] == 1 &&
                     std::all_of(i.operands.begin() + 1, i.operands.end(),
                                 [&](const Operand& operand) { return is_uniform(operand); });
    }
    return std::move(uniform_);
  }

 private:
  bool has(int32_t index) const {
    return index >= 0 && static_cast<size_t>(index) < uniform_.size();
  }
  void count_writes(const Operand& operand) {
    if (operand.kind == OperandKind::Register && has(operand.index)) ++writers_[operand.index];
    if (operand.kind != OperandKind::Vector) return;
    for (int32_t at = operand.index; at < operand.index + operand.count; ++at) {
      if (at >= 0 && static_cast<size_t>(at) < function_.elements.size())
        count_writes(function_.elements[static_cast<size_t>(at)]);
    }
  }
  bool is_uniform(const Operand& operand) const {
    switch (operand.kind) {
      case OperandKind::Immediate:
      case OperandKind::Symbol:
        return true;
      case OperandKind::Special:
        return is_same_for_a_warp(operand.special);
      case OperandKind::Address:
        return operand.base_is_symbol || operand.index < 0 ||
               (has(operand.index) && uniform_[static_cast<size_t>(operand.index)]);
      case OperandKind::Register:
        return has(operand.index) && uniform_[static_cast<size_t>(operand.index)];
      default:
        return false;
    }
  }

  const Function& function_;
  std::vector<bool> uniform_;
  std::vector<int32_t> writers_;
};

}  // namespace

std::vector<bool> uniform_registers(const Function& function) {
  return Uniformity(function).run();
}

bool is_added_up(const Instruction& atomic, const std::vector<bool>& uniform) {
  if (atomic.op != Op::Atom && atomic.op != Op::Red) return false;
  if (is_float(atomic.type) || bits_of(atomic.type) != 32 || atomic.vector > 1) return false;
  switch (atomic.atomic) {
    case AtomicOp::Add:
    case AtomicOp::Min:
    case AtomicOp::Max:
    case AtomicOp::And:
    case AtomicOp::Or:
    case AtomicOp::Xor:
      break;
    default:
      return false;
  }
  const auto address =
      std::find_if(atomic.operands.begin(), atomic.operands.end(),
                   [](const Operand& operand) { return operand.kind == OperandKind::Address; });
  if (address == atomic.operands.end()) return false;
  return address->base_is_symbol || address->index < 0 ||
         (static_cast<size_t>(address->index) < uniform.size() &&
          uniform[static_cast<size_t>(address->index)]);
}

}  // namespace kcast::ptx
