#include "analyze/cost/register_uses.h"

#include <cstdlib>

#include "analyze/cost/expansions_plain.h"

namespace kcast::cost {

using ptx::Function;
using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

int32_t result(const Instruction& i) {
  return i.destinations > 0 && !i.operands.empty() && i.operands[0].kind == OperandKind::Register
             ? i.operands[0].index
             : -1;
}

int32_t source(const Instruction& i, size_t at) {
  return at < i.operands.size() && i.operands[at].kind == OperandKind::Register
             ? i.operands[at].index
             : -1;
}

bool is_pure_integer(const Instruction& i) {
  if (ptx::is_float(i.type)) return false;
  switch (i.op) {
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Mad:
    case Op::Shl:
    case Op::Shr:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Min:
    case Op::Max:
    case Op::Cvt:
    case Op::Cvta:
    case Op::Setp:
    case Op::Mov:
      return true;
    default:
      return false;
  }
}

std::string expression(const Instruction& i, const std::map<int32_t, std::string>& same_as) {
  std::string text = i.mnemonic;
  for (size_t at = i.destinations; at < i.operands.size(); ++at) {
    const Operand& operand = i.operands[at];
    if (operand.kind == OperandKind::Special) {
      text += " s" + std::to_string(static_cast<int>(operand.special)) + "." +
              std::to_string(operand.dimension);
    } else if (operand.kind == OperandKind::Immediate) {
      text += " #" + std::to_string(operand.bits);
    } else if (operand.kind == OperandKind::Register) {
      const auto known = same_as.find(operand.index);
      const bool short_name = known != same_as.end() && known->second.size() < 40;
      text += short_name ? " (" + known->second + ")" : " r" + std::to_string(operand.index);
    } else {
      return "";
    }
  }
  return text;
}

RegisterUses::RegisterUses(const Function& function) : function_(function) {
  writers_.resize(function.registers.size());
  readers_.resize(function.registers.size());
  collect();
  for (size_t loop = 0; loop < function.loops.size(); ++loop)
    steps_.push_back(find_step(static_cast<int32_t>(loop)));
}

void RegisterUses::note(const Operand& operand, int32_t instruction, int32_t position,
                        bool written) {
  if (operand.kind == OperandKind::Vector) {
    for (int32_t element = 0; element < operand.count; ++element) {
      const int32_t index = operand.index + element;
      if (index < 0 || static_cast<size_t>(index) >= function_.elements.size()) continue;
      note(function_.elements[static_cast<size_t>(index)], instruction, position, written);
    }
    return;
  }
  const bool is_base = operand.kind == OperandKind::Address && !operand.base_is_symbol;
  if (operand.kind != OperandKind::Register && !is_base) return;
  if (operand.index < 0 || static_cast<size_t>(operand.index) >= readers_.size()) return;
  auto& list = written && !is_base ? writers_ : readers_;
  list[static_cast<size_t>(operand.index)].push_back({instruction, position});
}

void RegisterUses::collect() {
  for (size_t at = 0; at < function_.instructions.size(); ++at) {
    const Instruction& i = function_.instructions[at];
    const auto number = static_cast<int32_t>(at);
    for (size_t position = 0; position < i.operands.size(); ++position) {
      note(i.operands[position], number, static_cast<int32_t>(position), position < i.destinations);
    }
    if (i.predicate >= 0 && static_cast<size_t>(i.predicate) < readers_.size()) {
      readers_[static_cast<size_t>(i.predicate)].push_back({number, -1});
    }
  }
}

int32_t RegisterUses::definition(int32_t value) const {
  if (value < 0 || static_cast<size_t>(value) >= writers_.size()) return -1;
  const auto& list = writers_[static_cast<size_t>(value)];
  return list.size() == 1 ? list[0].instruction : -1;
}

bool RegisterUses::is_merged(int32_t value) const {
  return value >= 0 && writers_[static_cast<size_t>(value)].size() > 1;
}

size_t RegisterUses::use_count(int32_t at) const {
  const int32_t value = result(instruction(at));
  return value < 0 || static_cast<size_t>(value) >= readers_.size()
             ? 0
             : readers_[static_cast<size_t>(value)].size();
}

int32_t RegisterUses::block_of(int32_t at) const {
  const auto& blocks = function_.blocks;
  const auto found =
      std::upper_bound(blocks.begin(), blocks.end(), at,
                       [](int32_t value, const ptx::Block& block) { return value < block.first; });
  return static_cast<int32_t>(found - blocks.begin()) - 1;
}

bool RegisterUses::is_uniform(int32_t at, int depth) const {
  const Instruction& i = instruction(at);
  if (i.op == Op::Ld) return i.space == ptx::Space::Param;
  if (depth > 6 || !is_pure_integer(i) || i.predicate >= 0 || definition(result(i)) != at) {
    return false;
  }
  for (size_t operand = i.destinations; operand < i.operands.size(); ++operand) {
    const Operand& term = i.operands[operand];
    if (term.kind == OperandKind::Immediate) continue;
    if (term.kind == OperandKind::Special) {
      const bool same = term.special == ptx::SpecialRegister::NTid ||
                        term.special == ptx::SpecialRegister::NCtaId ||
                        term.special == ptx::SpecialRegister::CtaId;
      if (!same) return false;
      continue;
    }
    const int32_t from = definition(source(i, operand));
    if (from < 0 || !is_uniform(from, depth + 1)) return false;
  }
  return true;
}

bool RegisterUses::is_stepped_address(int32_t at, int32_t loop) const {
  const Instruction& i = instruction(at);
  if (i.op != Op::Add || ptx::bits_of(i.type) != 64 || definition(result(i)) != at) return false;
  bool steps = false;
  for (const size_t operand : {1, 2}) {
    const bool stepped = step_of(source(i, operand), loop) != 0;
    if (!stepped && !is_invariant(i.operands[operand], loop)) return false;
    steps |= stepped;
  }
  return steps && all_uses(result(i), [&](const Use& use) { return is_address_use(use); });
}

bool RegisterUses::is_loop_constant(int32_t at, int32_t loop, int depth) const {
  const Instruction& i = instruction(at);
  if (depth > 6 || !is_pure_integer(i) || i.predicate >= 0 || definition(result(i)) != at)
    return false;
  for (size_t operand = i.destinations; operand < i.operands.size(); ++operand) {
    const int32_t value = source(i, operand);
    if (value < 0 || is_invariant(i.operands[operand], loop)) continue;
    const int32_t from = definition(value);
    if (from < 0 || !is_loop_constant(from, loop, depth + 1)) return false;
  }
  return true;
}

bool RegisterUses::is_index(int32_t value, int depth) const {
  const int32_t from = definition(value);
  if (from < 0 || depth > 4) return false;
  const Instruction& i = instruction(from);
  if (i.op == Op::Mul) return i.wide && (depth == 0 || is_immediate(i, 2));
  if (i.op == Op::Cvt) return i.type2 == Type::S32;
  if (i.op == Op::Shl) return is_immediate(i, 2) && is_index(source(i, 1), depth + 1);
  if (i.op != Op::Add) return false;
  return is_index(source(i, 1), depth + 1) &&
         (is_immediate(i, 2) || is_index(source(i, 2), depth + 1));
}

bool RegisterUses::is_extended(int32_t value) const {
  const int32_t from = definition(value);
  return from >= 0 && instruction(from).op == Op::Cvt && instruction(from).type2 == Type::S32;
}

bool RegisterUses::is_scaled(int32_t value) const {
  const int32_t from = definition(value);
  if (from < 0) return false;
  const Instruction& i = instruction(from);
  if (i.op == Op::Mul) return i.wide;
  return i.op == Op::Shl && is_immediate(i, 2) && is_extended(source(i, 1));
}

int32_t RegisterUses::loop_of(int32_t at) const {
  const int32_t block = block_of(at);
  return block < 0 ? -1 : function_.blocks[static_cast<size_t>(block)].loop;
}

bool RegisterUses::inside(int32_t at, int32_t loop) const {
  int32_t inner = loop_of(at);
  while (inner >= 0 && inner != loop)
    inner = function_.loops[static_cast<size_t>(inner)].parent;
  return inner == loop;
}

bool RegisterUses::is_invariant(const Operand& operand, int32_t loop) const {
  if (operand.kind != OperandKind::Register || operand.index < 0) return true;
  const auto& list = writers_[static_cast<size_t>(operand.index)];
  return std::none_of(list.begin(), list.end(),
                      [&](const Use& use) { return inside(use.instruction, loop); });
}

int32_t RegisterUses::register_step(int32_t value, int32_t loop) const {
  if (value < 0) return -1;
  for (const Use& use : writers_[static_cast<size_t>(value)]) {
    const Instruction& i = instruction(use.instruction);
    if (!inside(use.instruction, loop)) continue;
    return i.op == Op::Add && source(i, 1) == value && is_invariant(i.operands[2], loop)
               ? source(i, 2)
               : -1;
  }
  return -1;
}

int32_t RegisterUses::root(int32_t value) const {
  for (int depth = 0; depth < 4; ++depth) {
    const int32_t from = definition(value);
    if (from < 0) break;
    const Instruction& i = instruction(from);
    if ((i.op != Op::Shl && i.op != Op::Mul) || !is_immediate(i, 2)) break;
    value = source(i, 1);
  }
  return value;
}

int64_t RegisterUses::step_of(int32_t value, int32_t loop) const {
  if (value < 0) return 0;
  int64_t step = 0;
  for (const Use& use : writers_[static_cast<size_t>(value)]) {
    if (!inside(use.instruction, loop)) continue;
    const Instruction& i = instruction(use.instruction);
    if (step != 0 || i.op != Op::Add || source(i, 1) != value || !is_immediate(i, 2)) return 0;
    step = static_cast<int64_t>(i.operands[2].bits);
    if (ptx::bits_of(i.type) == 32) step = static_cast<int32_t>(step);
  }
  return step;
}

int64_t RegisterUses::find_step(int32_t loop) const {
  int64_t step = 0;
  for (const int32_t block : function_.loops[static_cast<size_t>(loop)].blocks) {
    const ptx::Block& range = function_.blocks[static_cast<size_t>(block)];
    for (int32_t at = range.first; at < range.last; ++at)
      step = std::max(step, tested_step(at, loop));
  }
  return step;
}

int64_t RegisterUses::tested_step(int32_t at, int32_t loop) const {
  const Instruction& i = instruction(at);
  if (i.op != Op::Setp || i.operands.size() < 3) return 0;
  for (const size_t operand : {1, 2}) {
    if (!is_invariant(i.operands[3 - operand], loop)) continue;
    int32_t value = source(i, operand);
    // Clang counts in 64 bits what the source counts in 32.
    const int32_t from = definition(value);
    if (from >= 0 && instruction(from).op == Op::Cvt) value = source(instruction(from), 1);
    const int64_t step = step_of(value, loop);
    if (step != 0) return std::abs(step);
  }
  return 0;
}

int64_t RegisterUses::constant_rounds(int32_t loop) const {
  for (const int32_t block : function_.loops[static_cast<size_t>(loop)].blocks) {
    const ptx::Block& range = function_.blocks[static_cast<size_t>(block)];
    for (int32_t at = range.first; at < range.last; ++at) {
      const Instruction& i = instruction(at);
      if (i.op != Op::Setp || !is_immediate(i, 2)) continue;
      int32_t value = source(i, 1);
      const int32_t from = definition(value);
      if (from >= 0 && instruction(from).op == Op::Cvt) value = source(instruction(from), 1);
      const int64_t step = step_of(value, loop);
      const std::optional<int64_t> start = start_of(value, loop);
      if (step == 0 || !start) continue;
      const auto end = static_cast<int64_t>(i.operands[2].bits);
      const int64_t way = (ptx::bits_of(i.type) == 32 ? static_cast<int32_t>(end) : end) - *start;
      if (way / step > 0) return (way + step - (step > 0 ? 1 : -1)) / step;
    }
  }
  return 0;
}

std::optional<int64_t> RegisterUses::start_of(int32_t value, int32_t loop) const {
  std::optional<int64_t> start;
  if (value < 0) return start;
  for (const Use& use : writers_[static_cast<size_t>(value)]) {
    if (inside(use.instruction, loop)) continue;
    const Instruction& i = instruction(use.instruction);
    if (start || i.op != Op::Mov || !is_immediate(i, 1)) return std::nullopt;
    const auto bits = static_cast<int64_t>(i.operands[1].bits);
    start = ptx::bits_of(i.type) == 32 ? static_cast<int32_t>(bits) : bits;
  }
  return start;
}

bool RegisterUses::advances_evenly(int32_t at, int32_t loop, int depth) const {
  const Instruction& i = instruction(at);
  const bool linear = i.op == Op::Add || i.op == Op::Sub || i.op == Op::Cvt || i.op == Op::Mad ||
                      i.op == Op::Mul || (i.op == Op::Shl && is_immediate(i, 2));
  if (!linear || depth > 4 || ptx::is_float(i.type) || i.predicate >= 0 ||
      definition(result(i)) != at) {
    return false;
  }
  int moving = 0;
  for (size_t operand = i.destinations; operand < i.operands.size(); ++operand) {
    if (is_invariant(i.operands[operand], loop)) continue;
    const int32_t value = source(i, operand);
    const int32_t from = definition(value);
    const bool even =
        step_of(value, loop) != 0 || (from >= 0 && advances_evenly(from, loop, depth + 1));
    if (!even) return false;
    ++moving;
  }
  return moving == 1 || (moving > 1 && (i.op == Op::Add || i.op == Op::Sub));
}

bool RegisterUses::dominates(int32_t first, int32_t second) const {
  const int32_t target = block_of(first);
  const int32_t block = block_of(second);
  return block == target ? first < second : is_within(block, target);
}

bool RegisterUses::is_within(int32_t block, int32_t outer) const {
  for (int depth = 0; depth <= 64 && block >= 0; ++depth) {
    if (block == outer) return true;
    block = function_.blocks[static_cast<size_t>(block)].immediate_dominator;
  }
  return false;
}

bool RegisterUses::ends_kernel(int32_t block) const {
  for (int depth = 0; depth < 4; ++depth) {
    const ptx::Block& target = function_.blocks[static_cast<size_t>(block)];
    if (target.first >= target.last) return false;
    const Instruction& i = instruction(target.first);
    if (i.op == Op::Ret || i.op == Op::Exit) return true;
    if (i.op != Op::Bra || i.predicate >= 0 || target.successors.size() != 1) return false;
    block = target.successors[0];
  }
  return false;
}

bool RegisterUses::is_address_use(const Use& use) const {
  const Instruction& i = instruction(use.instruction);
  return use.operand >= 0 &&
         i.operands[static_cast<size_t>(use.operand)].kind == OperandKind::Address;
}

bool RegisterUses::is_adder(const Use& use) const {
  const Op op = instruction(use.instruction).op;
  return op == Op::Add || op == Op::Sub || op == Op::Mad;
}

bool RegisterUses::is_truncated(int32_t value, int32_t self) const {
  return all_uses(value, [&](const Use& use) {
    const Instruction& next = instruction(use.instruction);
    return use.instruction == self || (next.op == Op::Cvt && ptx::bits_of(next.type) == 32);
  });
}

bool RegisterUses::is_shared_pointer(int32_t value, int32_t self, int depth) const {
  return depth < 4 && has_few_uses(value) &&
         all_uses(
             value,
             [&](const Use& use) {
               const Instruction& next = instruction(use.instruction);
               if (is_address_use(use)) return next.space == ptx::Space::Shared;
               if (use.instruction == self) return true;
               return next.op == Op::Add &&
                      is_shared_pointer(result(next), use.instruction, depth + 1);
             });
}

bool RegisterUses::feeds_addresses(int32_t value, int32_t self, int depth) const {
  return depth < 3 && has_few_uses(value) &&
         all_uses(
             value,
             [&](const Use& use) {
               const Instruction& next = instruction(use.instruction);
               if (use.instruction == self) return true;
               if (next.op == Op::Mul) return next.wide && is_immediate(next, 2);
               if (next.op == Op::Cvt) return ptx::bits_of(next.type) == 64;
               return next.op == Op::Add && ptx::bits_of(next.type) == 32 &&
                      feeds_addresses(result(next), use.instruction, depth + 1);
             });
}

bool RegisterUses::has_few_uses(int32_t value) const {
  return value >= 0 && readers_[static_cast<size_t>(value)].size() <= 16;
}

}  // namespace kcast::cost
