#include "analyze/exec/decode.h"

#include <algorithm>

#include "analyze/cost/registers.h"
#include "schema/fill.h"

namespace kcast {

using ptx::Op;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;
using ptx::SpecialRegister;
using ptx::Type;

namespace {

constexpr uint64_t kFunctionBase = 0x1000;  // addresses of functions, 16 apart

Change change_of_cvt(const ptx::Instruction& in) {
  if (ptx::is_float(in.type) || ptx::is_float(in.type2) || in.saturate) return Change::None;
  return bits_of(in.type) <= bits_of(in.type2) ? Change::Copy : Change::Widen;
}

Change change_of(const ptx::Instruction& in) {
  if (in.saturate) return Change::None;
  if (in.op == Op::Cvt) return change_of_cvt(in);
  if (in.op == Op::Mov || in.op == Op::Cvta) return Change::Copy;
  if (in.op == Op::Selp) return Change::Select;
  if (ptx::is_float(in.type) || in.type == Type::Pred) return Change::None;
  switch (in.op) {
    case Op::Add:
      return Change::Add;
    case Op::Sub:
      return Change::Sub;
    case Op::Neg:
    case Op::Not:
      return Change::Negate;
    case Op::Mul:
    case Op::Mad:
      if (in.wide) return Change::WideMultiply;
      return in.high ? Change::None : Change::Multiply;
    case Op::Shl:
      return Change::ShiftLeft;
    case Op::Shr:
      return Change::ShiftRight;
    case Op::Min:
      return Change::Minimum;
    case Op::Max:
      return Change::Maximum;
    case Op::And:
      return Change::And;
    case Op::Or:
    case Op::Xor:
      return Change::Or;
    case Op::Setp:
      return Change::Compare;
    default:
      return Change::None;
  }
}

ptx::ControlSlice whole_function(const ptx::Function& function) {
  ptx::ControlSlice slice;
  slice.needed.assign(function.instructions.size(), true);
  slice.needed_registers.assign(function.registers.size(), true);
  slice.shared_values = slice.local_values = slice.global_values = true;
  return slice;
}

}  // namespace

Slot ConstantPool::value(Lane value) {
  const auto [it, fresh] = values_.try_emplace(value, 0);
  if (fresh) it->second = lanes(std::vector<Lane>(kMaxLanes, value));
  return it->second;
}

Slot ConstantPool::lanes(const std::vector<Lane>& lanes) {
  const auto index = static_cast<int32_t>(program_.constant_unknown.size());
  program_.constants.insert(program_.constants.end(), lanes.begin(), lanes.end());
  program_.constant_unknown.push_back(false);
  program_.constant_name.emplace_back();
  return constant_slot(index);
}

Slot ConstantPool::unknown(const std::string& name) {
  const auto [it, fresh] = unknowns_.try_emplace(name, 0);
  if (fresh) {
    it->second = lanes(std::vector<Lane>(kMaxLanes, 0));
    program_.constant_unknown.back() = true;
    program_.constant_name.back() = name;
  }
  return it->second;
}

Decoder::Decoder(Program& program, ConstantPool& pool, const ExecOptions& options, int32_t function)
    : program_(program),
      pool_(pool),
      options_(options),
      code_(program.functions[function]),
      function_(program.module->functions[function]),
      uniform_(uniform_registers(function_)) {
  code_.function = function;
  code_.ptx = &function_;
}

void Decoder::name_slots(const ptx::ControlSlice& slice) {
  code_.slots.assign(function_.registers.size(), kNoSlot);
  for (size_t r = 0; r < function_.registers.size(); ++r) {
    if (!slice.needed_registers[r]) continue;
    code_.slots[r] = code_.n_slots++;
    const int bits = bits_of(function_.registers[r].type);
    code_.slot_bits.push_back(static_cast<uint8_t>(std::clamp(bits, 1, 64)));
  }
}

void Decoder::run() {
  const ptx::ControlSlice slice =
      options_.all_values
          ? whole_function(function_)
          : ptx::control_slice(*program_.module, function_, options_.math_arguments);
  program_.shared_values = program_.shared_values || slice.shared_values;
  program_.local_values = program_.local_values || slice.local_values;
  program_.global_values = program_.global_values || slice.global_values;
  name_slots(slice);
  for (const ptx::Block& block : function_.blocks) {
    BlockCode out;
    out.first = static_cast<int32_t>(code_.steps.size());
    for (int32_t i = block.first; i < block.last; ++i)
      decode(i, i - block.first, slice.needed[i]);
    out.last = static_cast<int32_t>(code_.steps.size());
    out.instructions = block.last - block.first;
    out.loop = block.loop;
    out.reconvergence = block.reconvergence;
    out.successors = block.successors;
    out.counter = program_.n_blocks++;
    code_.blocks.push_back(std::move(out));
  }
  for (size_t l = 0; l < function_.loops.size(); ++l) {
    code_.blocks[function_.loops[l].header].header_of = static_cast<int32_t>(l);
    find_tests(function_.loops[l]);
  }
}

// The comparisons behind the branches that leave a loop.
void Decoder::find_tests(const ptx::Loop& loop) {
  std::vector<LoopTest>& tests = code_.loop_tests.emplace_back();
  int32_t& exits = code_.loop_exits.emplace_back();
  const auto inside = [&loop](int32_t block) {
    return std::binary_search(loop.blocks.begin(), loop.blocks.end(), block);
  };
  for (const int32_t number : loop.blocks) {
    const ptx::Block& block = function_.blocks[static_cast<size_t>(number)];
    if (block.first >= block.last ||
        std::all_of(block.successors.begin(), block.successors.end(), inside)) {
      continue;
    }
    ++exits;
    const ptx::Instruction& leave = function_.instructions[static_cast<size_t>(block.last - 1)];
    if (leave.op != Op::Bra || leave.predicate < 0) continue;
    for (int32_t at = block.last - 2; at >= block.first; --at) {
      const ptx::Instruction& in = function_.instructions[static_cast<size_t>(at)];
      if (in.destinations == 0 || in.operands.size() < 3 ||
          in.operands[0].kind != OperandKind::Register || in.operands[0].index != leave.predicate) {
        continue;
      }
      if (in.op == Op::Setp && in.destinations == 1 && !ptx::is_float(in.type)) {
        tests.push_back({source(in, 0, in.type), source(in, 1, in.type),
                         static_cast<uint8_t>(std::clamp(bits_of(in.type), 1, 64))});
      }
      break;
    }
  }
}

uint64_t Decoder::symbol_address(int32_t index) const {
  const auto module_variables = static_cast<int32_t>(program_.module->variables.size());
  if (index < 0) return 0;
  if (index < module_variables) {
    const ptx::Variable& variable = program_.module->variables[index];
    if (variable.space == Space::Shared)
      return kSharedBase + static_cast<uint64_t>(program_.shared.variable[index]);
    return program_.memory->variable_address(index);
  }
  const ptx::Variable* variable = program_.module->symbol(function_, index);
  if (variable == nullptr) return 0;
  const auto own = static_cast<size_t>(index - module_variables);
  switch (variable->space) {
    case Space::Shared:
      if (variable->bytes == 0) return kSharedBase + static_cast<uint64_t>(program_.shared.dynamic);
      return kSharedBase +
             static_cast<uint64_t>(program_.shared.function[code_.function] + variable->offset);
    case Space::Local:
      return kLocalBase + static_cast<uint64_t>(code_.local_base + variable->offset);
    case Space::Param:
      if (function_.is_entry && own >= function_.variables.size())
        return kParamBase + static_cast<uint64_t>(variable->offset);
      return kCallBase + static_cast<uint64_t>(code_.parameter_at[own]);
    default:
      return 0;
  }
}

Slot Decoder::special(const Operand& operand) {
  const int d = operand.dimension;
  const Launch& launch = *program_.launch;
  const auto lane_values = [&](auto f) {
    std::vector<Lane> lanes(kMaxLanes);
    for (int i = 0; i < kMaxLanes; ++i)
      lanes[i] = f(i);
    return pool_.lanes(lanes);
  };
  const Lane width = static_cast<Lane>(options_.warp_width);
  const Lane threads = static_cast<Lane>(launch.block[0] * launch.block[1] * launch.block[2]);
  switch (operand.special) {
    case SpecialRegister::Tid:
      return warp_slot(kTidX + std::min(d, 2));
    case SpecialRegister::CtaId:
    case SpecialRegister::ClusterId:
      return warp_slot(kCtaIdX + std::min(d, 2));
    case SpecialRegister::NTid:
      return pool_.value(d > 2 ? 1 : static_cast<Lane>(launch.block[d]));
    case SpecialRegister::NCtaId:
    case SpecialRegister::NClusterId:
      return pool_.value(d > 2 ? 1 : static_cast<Lane>(launch.grid[d]));
    case SpecialRegister::LaneId:
      return lane_values([](int i) { return static_cast<Lane>(i); });
    case SpecialRegister::WarpId:
      return warp_slot(kWarpId);
    case SpecialRegister::NWarpId:
      return pool_.value((threads + width - 1) / width);
    case SpecialRegister::LaneMaskEq:
      return lane_values([](int i) { return low_bits(Lane{1} << i, 32); });
    case SpecialRegister::LaneMaskLe:
      return lane_values([](int i) { return low_bits((Lane{2} << i) - 1, 32); });
    case SpecialRegister::LaneMaskLt:
      return lane_values([](int i) { return low_bits((Lane{1} << i) - 1, 32); });
    case SpecialRegister::LaneMaskGe:
      return lane_values([](int i) { return low_bits(~((Lane{1} << i) - 1), 32); });
    case SpecialRegister::LaneMaskGt:
      return lane_values([](int i) { return low_bits(~((Lane{2} << i) - 1), 32); });
    case SpecialRegister::DynamicSharedSize:
      return pool_.value(static_cast<Lane>(launch.shared_bytes));
    case SpecialRegister::TotalSharedSize:
      return pool_.value(static_cast<Lane>(program_.shared.bytes));
    case SpecialRegister::ClusterCtaId:
    case SpecialRegister::ClusterCtaRank:
    case SpecialRegister::GridId:
      return pool_.value(0);
    case SpecialRegister::ClusterNCtaId:
      return pool_.value(1);
    case SpecialRegister::NSmId:
      return pool_.unknown("the number of multiprocessors");
    case SpecialRegister::SmId:
      return pool_.unknown("the number of the multiprocessor");
    default:
      return warp_slot(kClock);
  }
}

// A constant with many digits may be the result of a function, computed by the compiler. A double
// that is a float came from one.
Lane Decoder::free_constant(Lane value, Type type) const {
  constexpr int kFloatDigits = 29;  // of a double, that a float does not have
  constexpr int kRound = 8;         // of a float: what people write
  if (type != Type::F32 && type != Type::F64) return value;
  const bool is_float = type == Type::F32 || low_bits(value, kFloatDigits) == 0;
  const int below = type == Type::F64 && is_float ? kFloatDigits : 0;
  const Lane digits = value >> below;
  if (low_bits(digits, kRound) == 0) return value;
  const auto span = static_cast<Lane>(2 * options_.free_ulps + 1);
  const Lane moved = fill_mix(value ^ fill_mix(options_.free_seed)) % span;
  return (digits + moved - static_cast<Lane>(options_.free_ulps)) << below;
}

Slot Decoder::operand(const Operand& operand, Type type) {
  switch (operand.kind) {
    case OperandKind::Register:
      return code_.slots[operand.index];
    case OperandKind::Immediate: {
      const int bits = bits_of(type);
      const Lane value = bits > 0 ? low_bits(operand.bits, bits) : operand.bits;
      return pool_.value(options_.free_ulps > 0 ? free_constant(value, type) : value);
    }
    case OperandKind::Special:
      return special(operand);
    case OperandKind::Symbol:
      return pool_.value(symbol_address(operand.index) + static_cast<uint64_t>(operand.offset));
    case OperandKind::Function:
      return pool_.value(kFunctionBase + 16 * static_cast<uint64_t>(operand.index));
    default:
      return kNoSlot;
  }
}

Slot Decoder::source(const ptx::Instruction& in, size_t k, Type type) {
  const size_t at = in.destinations + k;
  return at < in.operands.size() ? operand(in.operands[at], type) : kNoSlot;
}

Slot Decoder::destination(const Operand& operand) const {
  return operand.kind == OperandKind::Register ? code_.slots[operand.index] : kNoSlot;
}

std::vector<Slot> Decoder::elements(const Operand& operand_in, Type type, bool written) {
  std::vector<Slot> result;
  const auto one = [&](const Operand& element) {
    result.push_back(written ? destination(element) : operand(element, type));
  };
  if (operand_in.kind != OperandKind::Vector) {
    one(operand_in);
    return result;
  }
  for (int32_t e = operand_in.index; e < operand_in.index + operand_in.count; ++e)
    one(function_.elements[e]);
  return result;
}

void Decoder::add_opaque(const ptx::Instruction& in, Step step) {
  std::vector<Slot> written;
  for (size_t k = 0; k < in.destinations; ++k) {
    for (const Slot slot : elements(in.operands[k], in.type, true))
      if (slot != kNoSlot) written.push_back(slot);
  }
  if (written.empty() && step.guard == kNoSlot) return;
  step.kind = written.empty() ? StepKind::Guarded : StepKind::Opaque;
  step.info = static_cast<int32_t>(code_.vectors.size());
  code_.vectors.push_back(std::move(written));
  add(step);
}

void Decoder::decode(int32_t instruction, int32_t at, bool needed) {
  const ptx::Instruction& in = function_.instructions[instruction];
  Step step;
  step.instruction = instruction;
  step.at = at;
  if (in.predicate >= 0) {
    step.guard = code_.slots[in.predicate];
    step.guard_negated = in.predicate_negated;
    step.guard_counter = static_cast<int32_t>(program_.guarded.size());
    program_.guarded.emplace_back(code_.function, instruction);
  }
  switch (in.op) {
    case Op::Ld:
    case Op::Ldu:
    case Op::St:
    case Op::Atom:
    case Op::Red:
    case Op::CpAsync:
    case Op::LdMatrix:
    case Op::StMatrix:
    case Op::WmmaLoad:
    case Op::WmmaStore:
      decode_memory(in, step, needed);
      return;
    case Op::Call:
      decode_call(in, step, needed);
      return;
    case Op::Bra:
    case Op::BrxIdx:
    case Op::Ret:
    case Op::Exit:
    case Op::Trap:
      step.kind = in.op == Op::Bra      ? StepKind::Branch
                  : in.op == Op::BrxIdx ? StepKind::BranchIndexed
                  : in.op == Op::Ret    ? StepKind::Return
                                        : StepKind::Exit;
      if (in.op == Op::Ret && function_.is_entry) step.kind = StepKind::Exit;
      if (in.op == Op::Bra) {
        for (const Operand& label : in.operands)
          if (label.kind == OperandKind::Label) step.info = label.index;
      }
      if (in.op == Op::BrxIdx) {
        step.a = source(in, 0, Type::U32);
        std::vector<int32_t> targets;
        for (const Operand& label : in.operands)
          if (label.kind == OperandKind::Label) targets.push_back(label.index);
        step.info = static_cast<int32_t>(code_.vectors.size());
        code_.vectors.push_back(std::move(targets));
      }
      add(step);
      return;
    case Op::Bar:
    case Op::BarRed:
    case Op::BarrierCluster:
    case Op::Shfl:
    case Op::Vote:
    case Op::Match:
    case Op::Redux:
    case Op::ActiveMask:
    case Op::ElectSync:
      if (needed || in.op == Op::Bar || in.op == Op::BarRed || in.op == Op::BarrierCluster) {
        decode_warp(in, step);
        return;
      }
      break;
    default:
      break;
  }
  if (needed) {
    decode_plain(in, step);
  } else if (step.guard != kNoSlot) {
    step.kind = StepKind::Guarded;
    add(step);
  }
}

void Decoder::decode_mov(const ptx::Instruction& in, Step& step) {
  const Operand& to = in.operands[0];
  const Operand& from = in.operands[1];
  step.kind = StepKind::Alu;
  if (to.kind == OperandKind::Vector) {
    step.kind = StepKind::Unpack;
    step.a = operand(from, in.type);
    step.info = static_cast<int32_t>(code_.vectors.size());
    code_.vectors.push_back(elements(to, in.type, true));
    step.bits = static_cast<uint8_t>(bits_of(in.type) / std::max<int>(1, to.count));
  } else if (from.kind == OperandKind::Vector) {
    step.kind = StepKind::Pack;
    step.d = destination(to);
    const int each = bits_of(in.type) / std::max<int>(1, from.count);
    step.info = static_cast<int32_t>(code_.vectors.size());
    code_.vectors.push_back(elements(from, Type::None, false));
    step.bits = static_cast<uint8_t>(each);
  }
  add(step);
}

void Decoder::decode_plain(const ptx::Instruction& in, Step& step) {
  if (in.op == Op::AddC || in.op == Op::SubC || in.op == Op::MadC || in.carry_out) {
    decode_carry(in, step);
    return;
  }
  if (in.destinations == 0 || in.operands.empty()) {
    add_opaque(in, step);
    return;
  }
  if (in.op == Op::Mov && in.operands.size() == 2 &&
      (in.operands[0].kind == OperandKind::Vector || in.operands[1].kind == OperandKind::Vector)) {
    decode_mov(in, step);
    return;
  }
  step.kind =
      in.op == Op::Setp ? StepKind::Setp : (in.op == Op::Set ? StepKind::Set : StepKind::Alu);
  if (in.op == Op::IsSpace) {
    step.kind = StepKind::IsSpace;
    step.imm = static_cast<uint64_t>(in.space);
  } else {
    step.fn = lane_function(in, step.imm);
  }
  step.watched = options_.math_arguments && ptx::depends_on_values(in);
  if (options_.free_ulps > 0) {
    step.rough = in.approx || in.full;
    if (in.op == Op::Cvt && ptx::is_float(in.type2) && !ptx::is_float(in.type))
      step.imm |= free_overflow(options_.free_seed);
  }
  step.d = destination(in.operands[0]);
  if (in.destinations > 1) step.d2 = destination(in.operands[1]);
  const Type operand_type =
      in.type2 != Type::None && (in.op == Op::Cvt || in.op == Op::Set || in.wide) ? in.type2
                                                                                  : in.type;
  step.a = source(in, 0, operand_type);
  step.b = source(in, 1, in.op == Op::Shl || in.op == Op::Shr ? Type::U32 : operand_type);
  step.c = source(in, 2,
                  in.op == Op::Selp || in.op == Op::Setp ? Type::Pred
                  : in.op == Op::Mad && in.wide          ? in.type
                                                         : operand_type);
  step.e = source(in, 3, Type::U32);
  if (in.op == Op::Bfe) step.b = source(in, 1, Type::U32);
  if (in.op == Op::Slct) step.c = source(in, 2, in.type2);
  if (in.op == Op::Setp || in.op == Op::Set) {
    const size_t at = in.destinations + 2;
    if (at < in.operands.size()) step.negated = in.operands[at].negated;
    step.bool_op = in.bool_op;
    step.compare = in.compare;
    step.source_bits = static_cast<uint8_t>(std::clamp(bits_of(operand_type), 1, 64));
    if (in.op == Op::Set) step.imm = ptx::is_float(in.type) ? 0x3F800000U : 0xFFFFFFFFU;
  }
  if (in.op == Op::Sub) fuse_difference(in, step);
  step.change = change_of(in);
  step.is_signed = ptx::is_signed(operand_type);
  step.source_bits = static_cast<uint8_t>(std::clamp(bits_of(operand_type), 1, 64));
  if (step.d >= 0) step.bits = code_.slot_bits[step.d];
  // A result narrower than its register wraps before the register does.
  if (in.op == Op::Cvt && bits_of(in.type) < step.bits) step.change = Change::None;
  if (step.kind != StepKind::IsSpace && step.fn == nullptr) {
    add_opaque(in, step);
    return;
  }
  if (step.d == kNoSlot && step.d2 == kNoSlot && !step.watched) return;
  add(step);
}

// Clang leaves the difference of a product and a value to ptxas, which rounds it once. It shows
// where such a difference would be zero otherwise.
void Decoder::fuse_difference(const ptx::Instruction& in, Step& step) {
  if ((in.type != Type::F32 && in.type != Type::F64) || in.saturate ||
      in.rounding != ptx::Rounding::None || in.operands.size() != 3) {
    return;
  }
  for (const size_t product : {1, 2}) {
    const Operand& factor = in.operands[product];
    if (factor.kind != OperandKind::Register) continue;
    for (int32_t at = step.instruction - 1; at >= step.instruction - step.at; --at) {
      const ptx::Instruction& from = function_.instructions[static_cast<size_t>(at)];
      const bool writes = from.destinations == 1 && !from.operands.empty() &&
                          from.operands[0].kind == OperandKind::Register &&
                          from.operands[0].index == factor.index;
      if (!writes) continue;
      const bool multiplies = from.op == Op::Mul && from.type == in.type && from.predicate < 0 &&
                              from.rounding == ptx::Rounding::None && !from.saturate;
      if (!multiplies) break;
      step.fn = fused_difference(in.type, product == 1);
      step.a = source(from, 0, in.type);
      step.b = source(from, 1, in.type);
      step.c = source(in, 2 - product, in.type);
      return;
    }
  }
}

void Decoder::decode_carry(const ptx::Instruction& in, Step& step) {
  step.kind = StepKind::Carry;
  step.d = destination(in.operands.empty() ? Operand{} : in.operands[0]);
  step.a = source(in, 0, in.type);
  step.b = source(in, 1, in.type);
  step.c = source(in, 2, in.type);
  step.bits = static_cast<uint8_t>(bits_of(in.type) == 64 ? 64 : 32);
  const bool subtracts = in.op == Op::Sub || in.op == Op::SubC;
  const bool multiplies = in.op == Op::Mad || in.op == Op::MadC;
  step.is_signed = ptx::is_signed(in.type);
  step.imm = (in.carry_in ? 1U : 0U) | (in.carry_out ? 2U : 0U) | (subtracts ? 4U : 0U) |
             (multiplies ? 8U : 0U) | (in.high ? 16U : 0U);
  add(step);
}

}  // namespace kcast
