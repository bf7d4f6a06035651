#include "analyze/exec/decode.h"

#include <algorithm>

#include "analyze/cost/registers.h"
#include "analyze/cost/uniform_registers.h"
#include "schema/fill.h"

namespace kcast::exec {

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
  return ptx::bits_of(in.type) <= ptx::bits_of(in.type2) ? Change::Copy : Change::Widen;
}

Change change_of(const ptx::Instruction& in) {
  if (in.saturate) return Change::None;
  if (in.op == ptx::Op::Cvt) return change_of_cvt(in);
  if (in.op == ptx::Op::Mov || in.op == ptx::Op::Cvta) return Change::Copy;
  if (in.op == ptx::Op::Selp) return Change::Select;
  if (ptx::is_float(in.type) || in.type == ptx::Type::Pred) return Change::None;
  switch (in.op) {
    case ptx::Op::Add:
      return Change::Add;
    case ptx::Op::Sub:
      return Change::Sub;
    case ptx::Op::Neg:
    case ptx::Op::Not:
      return Change::Negate;
    case ptx::Op::Mul:
    case ptx::Op::Mad:
      if (in.wide) return Change::WideMultiply;
      return in.high ? Change::None : Change::Multiply;
    case ptx::Op::Shl:
      return Change::ShiftLeft;
    case ptx::Op::Shr:
      return Change::ShiftRight;
    case ptx::Op::Min:
      return Change::Minimum;
    case ptx::Op::Max:
      return Change::Maximum;
    case ptx::Op::And:
      return Change::And;
    case ptx::Op::Or:
    case ptx::Op::Xor:
      return Change::Or;
    case ptx::Op::Setp:
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
      uniform_(cost::uniform_registers(function_)) {
  code_.function = function;
  code_.ptx = &function_;
}

void Decoder::name_slots(const ptx::ControlSlice& slice) {
  code_.slots.assign(function_.registers.size(), kNoSlot);
  for (size_t r = 0; r < function_.registers.size(); ++r) {
    if (!slice.needed_registers[r]) continue;
    code_.slots[r] = code_.n_slots++;
    const int bits = ptx::bits_of(function_.registers[r].type);
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
    if (leave.op != ptx::Op::Bra || leave.predicate < 0) continue;
    for (int32_t at = block.last - 2; at >= block.first; --at) {
      const ptx::Instruction& in = function_.instructions[static_cast<size_t>(at)];
      if (in.destinations == 0 || in.operands.size() < 3 ||
          in.operands[0].kind != ptx::OperandKind::Register ||
          in.operands[0].index != leave.predicate) {
        continue;
      }
      if (in.op == ptx::Op::Setp && in.destinations == 1 && !ptx::is_float(in.type)) {
        tests.push_back({source(in, 0, in.type), source(in, 1, in.type),
                         static_cast<uint8_t>(std::clamp(ptx::bits_of(in.type), 1, 64))});
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
    if (variable.space == ptx::Space::Shared)
      return kSharedBase + static_cast<uint64_t>(program_.shared.variable[index]);
    return program_.memory->variable_address(index);
  }
  const ptx::Variable* variable = program_.module->symbol(function_, index);
  if (variable == nullptr) return 0;
  const auto own = static_cast<size_t>(index - module_variables);
  switch (variable->space) {
    case ptx::Space::Shared:
      if (variable->bytes == 0) return kSharedBase + static_cast<uint64_t>(program_.shared.dynamic);
      return kSharedBase +
             static_cast<uint64_t>(program_.shared.function[code_.function] + variable->offset);
    case ptx::Space::Local:
      return kLocalBase + static_cast<uint64_t>(code_.local_base + variable->offset);
    case ptx::Space::Param:
      if (function_.is_entry && own >= function_.variables.size())
        return kParamBase + static_cast<uint64_t>(variable->offset);
      return kCallBase + static_cast<uint64_t>(code_.parameter_at[own]);
    default:
      return 0;
  }
}

Slot Decoder::special(const ptx::Operand& operand) {
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
    case ptx::SpecialRegister::Tid:
      return warp_slot(kTidX + std::min(d, 2));
    case ptx::SpecialRegister::CtaId:
    case ptx::SpecialRegister::ClusterId:
      return warp_slot(kCtaIdX + std::min(d, 2));
    case ptx::SpecialRegister::NTid:
      return pool_.value(d > 2 ? 1 : static_cast<Lane>(launch.block[d]));
    case ptx::SpecialRegister::NCtaId:
    case ptx::SpecialRegister::NClusterId:
      return pool_.value(d > 2 ? 1 : static_cast<Lane>(launch.grid[d]));
    case ptx::SpecialRegister::LaneId:
      return lane_values([](int i) { return static_cast<Lane>(i); });
    case ptx::SpecialRegister::WarpId:
      return warp_slot(kWarpId);
    case ptx::SpecialRegister::NWarpId:
      return pool_.value((threads + width - 1) / width);
    case ptx::SpecialRegister::LaneMaskEq:
      return lane_values([](int i) { return low_bits(Lane{1} << i, 32); });
    case ptx::SpecialRegister::LaneMaskLe:
      return lane_values([](int i) { return low_bits((Lane{2} << i) - 1, 32); });
    case ptx::SpecialRegister::LaneMaskLt:
      return lane_values([](int i) { return low_bits((Lane{1} << i) - 1, 32); });
    case ptx::SpecialRegister::LaneMaskGe:
      return lane_values([](int i) { return low_bits(~((Lane{1} << i) - 1), 32); });
    case ptx::SpecialRegister::LaneMaskGt:
      return lane_values([](int i) { return low_bits(~((Lane{2} << i) - 1), 32); });
    case ptx::SpecialRegister::DynamicSharedSize:
      return pool_.value(static_cast<Lane>(launch.shared_bytes));
    case ptx::SpecialRegister::TotalSharedSize:
      return pool_.value(static_cast<Lane>(program_.shared.bytes));
    case ptx::SpecialRegister::ClusterCtaId:
    case ptx::SpecialRegister::ClusterCtaRank:
    case ptx::SpecialRegister::GridId:
      return pool_.value(0);
    case ptx::SpecialRegister::ClusterNCtaId:
      return pool_.value(1);
    case ptx::SpecialRegister::NSmId:
      return pool_.unknown("the number of multiprocessors");
    case ptx::SpecialRegister::SmId:
      return pool_.unknown("the number of the multiprocessor");
    default:
      return warp_slot(kClock);
  }
}

// A constant with many digits may be the result of a function, computed by the compiler. A double
// that is a float came from one.
Lane Decoder::free_constant(Lane value, ptx::Type type) const {
  constexpr int kFloatDigits = 29;  // of a double, that a float does not have
  constexpr int kRound = 8;         // of a float: what people write
  if (type != ptx::Type::F32 && type != ptx::Type::F64) return value;
  const bool is_float = type == ptx::Type::F32 || low_bits(value, kFloatDigits) == 0;
  const int below = type == ptx::Type::F64 && is_float ? kFloatDigits : 0;
  const Lane digits = value >> below;
  if (low_bits(digits, kRound) == 0) return value;
  const auto span = static_cast<Lane>(2 * options_.free_ulps + 1);
  const Lane moved = fill_mix(value ^ fill_mix(options_.free_seed)) % span;
  return (digits + moved - static_cast<Lane>(options_.free_ulps)) << below;
}

Slot Decoder::operand(const ptx::Operand& operand, ptx::Type type) {
  switch (operand.kind) {
    case ptx::OperandKind::Register:
      return code_.slots[operand.index];
    case ptx::OperandKind::Immediate: {
      const int bits = ptx::bits_of(type);
      const Lane value = bits > 0 ? low_bits(operand.bits, bits) : operand.bits;
      return pool_.value(options_.free_ulps > 0 ? free_constant(value, type) : value);
    }
    case ptx::OperandKind::Special:
      return special(operand);
    case ptx::OperandKind::Symbol:
      return pool_.value(symbol_address(operand.index) + static_cast<uint64_t>(operand.offset));
    case ptx::OperandKind::Function:
      return pool_.value(kFunctionBase + 16 * static_cast<uint64_t>(operand.index));
    default:
      return kNoSlot;
  }
}

Slot Decoder::source(const ptx::Instruction& in, size_t k, ptx::Type type) {
  const size_t at = in.destinations + k;
  return at < in.operands.size() ? operand(in.operands[at], type) : kNoSlot;
}

Slot Decoder::destination(const ptx::Operand& operand) const {
  return operand.kind == ptx::OperandKind::Register ? code_.slots[operand.index] : kNoSlot;
}

std::vector<Slot> Decoder::elements(const ptx::Operand& operand_in, ptx::Type type, bool written) {
  std::vector<Slot> result;
  const auto one = [&](const ptx::Operand& element) {
    result.push_back(written ? destination(element) : operand(element, type));
  };
  if (operand_in.kind != ptx::OperandKind::Vector) {
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
    case ptx::Op::Ld:
    case ptx::Op::Ldu:
    case ptx::Op::St:
    case ptx::Op::Atom:
    case ptx::Op::Red:
    case ptx::Op::CpAsync:
    case ptx::Op::LdMatrix:
    case ptx::Op::StMatrix:
    case ptx::Op::WmmaLoad:
    case ptx::Op::WmmaStore:
      decode_memory(in, step, needed);
      return;
    case ptx::Op::Call:
      decode_call(in, step, needed);
      return;
    case ptx::Op::Bra:
    case ptx::Op::BrxIdx:
    case ptx::Op::Ret:
    case ptx::Op::Exit:
    case ptx::Op::Trap:
      step.kind = in.op == ptx::Op::Bra      ? StepKind::Branch
                  : in.op == ptx::Op::BrxIdx ? StepKind::BranchIndexed
                  : in.op == ptx::Op::Ret    ? StepKind::Return
                                             : StepKind::Exit;
      if (in.op == ptx::Op::Ret && function_.is_entry) step.kind = StepKind::Exit;
      if (in.op == ptx::Op::Bra) {
        for (const ptx::Operand& label : in.operands)
          if (label.kind == ptx::OperandKind::Label) step.info = label.index;
      }
      if (in.op == ptx::Op::BrxIdx) {
        step.a = source(in, 0, ptx::Type::U32);
        std::vector<int32_t> targets;
        for (const ptx::Operand& label : in.operands)
          if (label.kind == ptx::OperandKind::Label) targets.push_back(label.index);
        step.info = static_cast<int32_t>(code_.vectors.size());
        code_.vectors.push_back(std::move(targets));
      }
      add(step);
      return;
    case ptx::Op::Bar:
    case ptx::Op::BarRed:
    case ptx::Op::BarrierCluster:
    case ptx::Op::Shfl:
    case ptx::Op::Vote:
    case ptx::Op::Match:
    case ptx::Op::Redux:
    case ptx::Op::ActiveMask:
    case ptx::Op::ElectSync:
      if (needed || in.op == ptx::Op::Bar || in.op == ptx::Op::BarRed ||
          in.op == ptx::Op::BarrierCluster) {
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
  const ptx::Operand& to = in.operands[0];
  const ptx::Operand& from = in.operands[1];
  step.kind = StepKind::Alu;
  if (to.kind == ptx::OperandKind::Vector) {
    step.kind = StepKind::Unpack;
    step.a = operand(from, in.type);
    step.info = static_cast<int32_t>(code_.vectors.size());
    code_.vectors.push_back(elements(to, in.type, true));
    step.bits = static_cast<uint8_t>(ptx::bits_of(in.type) / std::max<int>(1, to.count));
  } else if (from.kind == ptx::OperandKind::Vector) {
    step.kind = StepKind::Pack;
    step.d = destination(to);
    const int each = ptx::bits_of(in.type) / std::max<int>(1, from.count);
    step.info = static_cast<int32_t>(code_.vectors.size());
    code_.vectors.push_back(elements(from, ptx::Type::None, false));
    step.bits = static_cast<uint8_t>(each);
  }
  add(step);
}

void Decoder::decode_plain(const ptx::Instruction& in, Step& step) {
  if (in.op == ptx::Op::AddC || in.op == ptx::Op::SubC || in.op == ptx::Op::MadC || in.carry_out) {
    decode_carry(in, step);
    return;
  }
  if (in.destinations == 0 || in.operands.empty()) {
    add_opaque(in, step);
    return;
  }
  if (in.op == ptx::Op::Mov && in.operands.size() == 2 &&
      (in.operands[0].kind == ptx::OperandKind::Vector ||
       in.operands[1].kind == ptx::OperandKind::Vector)) {
    decode_mov(in, step);
    return;
  }
  step.kind = in.op == ptx::Op::Setp ? StepKind::Setp
                                     : (in.op == ptx::Op::Set ? StepKind::Set : StepKind::Alu);
  if (in.op == ptx::Op::IsSpace) {
    step.kind = StepKind::IsSpace;
    step.imm = static_cast<uint64_t>(in.space);
  } else {
    step.fn = lane_function(in, step.imm);
  }
  step.watched = options_.math_arguments && ptx::depends_on_values(in);
  if (options_.free_ulps > 0) {
    step.rough = in.approx || in.full;
    if (in.op == ptx::Op::Cvt && ptx::is_float(in.type2) && !ptx::is_float(in.type))
      step.imm |= free_overflow(options_.free_seed);
  }
  step.d = destination(in.operands[0]);
  if (in.destinations > 1) step.d2 = destination(in.operands[1]);
  const ptx::Type operand_type =
      in.type2 != ptx::Type::None && (in.op == ptx::Op::Cvt || in.op == ptx::Op::Set || in.wide)
          ? in.type2
          : in.type;
  step.a = source(in, 0, operand_type);
  step.b =
      source(in, 1, in.op == ptx::Op::Shl || in.op == ptx::Op::Shr ? ptx::Type::U32 : operand_type);
  step.c = source(in, 2,
                  in.op == ptx::Op::Selp || in.op == ptx::Op::Setp ? ptx::Type::Pred
                  : in.op == ptx::Op::Mad && in.wide               ? in.type
                                                                   : operand_type);
  step.e = source(in, 3, ptx::Type::U32);
  if (in.op == ptx::Op::Bfe) step.b = source(in, 1, ptx::Type::U32);
  if (in.op == ptx::Op::Slct) step.c = source(in, 2, in.type2);
  if (in.op == ptx::Op::Setp || in.op == ptx::Op::Set) {
    const size_t at = in.destinations + 2;
    if (at < in.operands.size()) step.negated = in.operands[at].negated;
    step.bool_op = in.bool_op;
    step.compare = in.compare;
    step.source_bits = static_cast<uint8_t>(std::clamp(ptx::bits_of(operand_type), 1, 64));
    if (in.op == ptx::Op::Set) step.imm = ptx::is_float(in.type) ? 0x3F800000U : 0xFFFFFFFFU;
  }
  if (in.op == ptx::Op::Sub) fuse_difference(in, step);
  step.change = change_of(in);
  step.is_signed = ptx::is_signed(operand_type);
  step.source_bits = static_cast<uint8_t>(std::clamp(ptx::bits_of(operand_type), 1, 64));
  if (step.d >= 0) step.bits = code_.slot_bits[step.d];
  // A result narrower than its register wraps before the register does.
  if (in.op == ptx::Op::Cvt && ptx::bits_of(in.type) < step.bits) step.change = Change::None;
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
  if ((in.type != ptx::Type::F32 && in.type != ptx::Type::F64) || in.saturate ||
      in.rounding != ptx::Rounding::None || in.operands.size() != 3) {
    return;
  }
  for (const size_t product : {1, 2}) {
    const ptx::Operand& factor = in.operands[product];
    if (factor.kind != ptx::OperandKind::Register) continue;
    for (int32_t at = step.instruction - 1; at >= step.instruction - step.at; --at) {
      const ptx::Instruction& from = function_.instructions[static_cast<size_t>(at)];
      const bool writes = from.destinations == 1 && !from.operands.empty() &&
                          from.operands[0].kind == ptx::OperandKind::Register &&
                          from.operands[0].index == factor.index;
      if (!writes) continue;
      const bool multiplies = from.op == ptx::Op::Mul && from.type == in.type &&
                              from.predicate < 0 && from.rounding == ptx::Rounding::None &&
                              !from.saturate;
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
  step.d = destination(in.operands.empty() ? ptx::Operand{} : in.operands[0]);
  step.a = source(in, 0, in.type);
  step.b = source(in, 1, in.type);
  step.c = source(in, 2, in.type);
  step.bits = static_cast<uint8_t>(ptx::bits_of(in.type) == 64 ? 64 : 32);
  const bool subtracts = in.op == ptx::Op::Sub || in.op == ptx::Op::SubC;
  const bool multiplies = in.op == ptx::Op::Mad || in.op == ptx::Op::MadC;
  step.is_signed = ptx::is_signed(in.type);
  step.imm = (in.carry_in ? 1U : 0U) | (in.carry_out ? 2U : 0U) | (subtracts ? 4U : 0U) |
             (multiplies ? 8U : 0U) | (in.high ? 16U : 0U);
  add(step);
}

}  // namespace kcast::exec
