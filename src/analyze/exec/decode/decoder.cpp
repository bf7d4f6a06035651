#include "analyze/exec/decode/decoder.h"

#include <algorithm>
#include <utility>

#include "analyze/cost/registers.h"
#include "analyze/cost/uniform_registers.h"
#include "analyze/exec/ops/convert_function.h"
#include "analyze/exec/ops/float_function.h"
#include "analyze/exec/ops/lane_function.h"
#include "analyze/ptx/slice.h"

namespace kcast::exec {

namespace {

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

bool reads_clock(const ptx::Operand& operand) {
  if (operand.kind != ptx::OperandKind::Special) return false;
  return operand.special == ptx::SpecialRegister::Clock ||
         operand.special == ptx::SpecialRegister::Clock64 ||
         operand.special == ptx::SpecialRegister::GlobalTimer;
}

ptx::ControlSlice whole_function(const ptx::Function& function) {
  ptx::ControlSlice slice;
  slice.needed.assign(function.instructions.size(), true);
  slice.needed_registers.assign(function.registers.size(), true);
  slice.shared_values = slice.local_values = slice.global_values = true;
  return slice;
}

}  // namespace

Decoder::Decoder(Program& program, ConstantPool& pool, const ExecOptions& options, int32_t function)
    : program_(program),
      options_(options),
      code_(program.functions[function]),
      function_(program.module->functions[function]),
      operands_(program, pool, options, code_, function_),
      memory_(program, pool, code_, function_, operands_) {
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
    for (int32_t i = block.first; i < block.last; ++i)
      out.instructions += function_.is_issued(static_cast<size_t>(i)) ? 1 : 0;
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
        tests.push_back({operands_.source(in, 0, in.type), operands_.source(in, 1, in.type),
                         static_cast<uint8_t>(std::clamp(ptx::bits_of(in.type), 1, 64))});
      }
      break;
    }
  }
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
      memory_.decode(in, step, needed);
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
        step.a = operands_.source(in, 0, ptx::Type::U32);
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
    step.a = operands_.operand(from, in.type);
    step.info = static_cast<int32_t>(code_.vectors.size());
    code_.vectors.push_back(operands_.elements(to, in.type, true));
    step.bits = static_cast<uint8_t>(ptx::bits_of(in.type) / std::max<int>(1, to.count));
  } else if (from.kind == ptx::OperandKind::Vector) {
    step.kind = StepKind::Pack;
    step.d = operands_.destination(to);
    const int each = ptx::bits_of(in.type) / std::max<int>(1, from.count);
    step.info = static_cast<int32_t>(code_.vectors.size());
    code_.vectors.push_back(operands_.elements(from, ptx::Type::None, false));
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
    add_opaque(code_, operands_, in, step);
    return;
  }
  if (in.op == ptx::Op::Mov && in.operands.size() == 2 &&
      (in.operands[0].kind == ptx::OperandKind::Vector ||
       in.operands[1].kind == ptx::OperandKind::Vector)) {
    decode_mov(in, step);
    return;
  }
  if (in.op == ptx::Op::Mov && !options_.all_values && reads_clock(in.operands.back())) {
    step.kind = StepKind::Clock;
    step.imm = in.operands.back().special == ptx::SpecialRegister::GlobalTimer ? 1 : 0;
    step.d = operands_.destination(in.operands[0]);
    step.bits = static_cast<uint8_t>(std::clamp(ptx::bits_of(in.type), 1, 64));
    add(step);
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
  step.d = operands_.destination(in.operands[0]);
  if (in.destinations > 1) step.d2 = operands_.destination(in.operands[1]);
  const ptx::Type operand_type =
      in.type2 != ptx::Type::None && (in.op == ptx::Op::Cvt || in.op == ptx::Op::Set || in.wide)
          ? in.type2
          : in.type;
  step.a = operands_.source(in, 0, operand_type);
  step.b = operands_.source(
      in, 1, in.op == ptx::Op::Shl || in.op == ptx::Op::Shr ? ptx::Type::U32 : operand_type);
  step.c = operands_.source(in, 2,
                            in.op == ptx::Op::Selp || in.op == ptx::Op::Setp ? ptx::Type::Pred
                            : in.op == ptx::Op::Mad && in.wide               ? in.type
                                                                             : operand_type);
  step.e = operands_.source(in, 3, ptx::Type::U32);
  if (in.op == ptx::Op::Bfe) step.b = operands_.source(in, 1, ptx::Type::U32);
  if (in.op == ptx::Op::Slct) step.c = operands_.source(in, 2, in.type2);
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
    add_opaque(code_, operands_, in, step);
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
      step.a = operands_.source(from, 0, in.type);
      step.b = operands_.source(from, 1, in.type);
      step.c = operands_.source(in, 2 - product, in.type);
      return;
    }
  }
}

void Decoder::decode_carry(const ptx::Instruction& in, Step& step) {
  step.kind = StepKind::Carry;
  step.d = operands_.destination(in.operands.empty() ? ptx::Operand{} : in.operands[0]);
  step.a = operands_.source(in, 0, in.type);
  step.b = operands_.source(in, 1, in.type);
  step.c = operands_.source(in, 2, in.type);
  step.bits = static_cast<uint8_t>(ptx::bits_of(in.type) == 64 ? 64 : 32);
  const bool subtracts = in.op == ptx::Op::Sub || in.op == ptx::Op::SubC;
  const bool multiplies = in.op == ptx::Op::Mad || in.op == ptx::Op::MadC;
  step.is_signed = ptx::is_signed(in.type);
  step.imm = (in.carry_in ? 1U : 0U) | (in.carry_out ? 2U : 0U) | (subtracts ? 4U : 0U) |
             (multiplies ? 8U : 0U) | (in.high ? 16U : 0U);
  add(step);
}

void Decoder::decode_warp(const ptx::Instruction& in, Step& step) {
  switch (in.op) {
    case ptx::Op::Shfl:
      step.kind = StepKind::Shuffle;
      step.imm = static_cast<uint64_t>(in.shuffle);
      break;
    case ptx::Op::Vote:
      step.kind = StepKind::Vote;
      step.imm = static_cast<uint64_t>(in.vote);
      break;
    case ptx::Op::Match:
      step.kind = StepKind::Match;
      step.imm = in.vote == ptx::VoteMode::All ? 1 : 0;
      break;
    case ptx::Op::Redux:
      step.kind = StepKind::Redux;
      step.imm = static_cast<uint64_t>(in.atomic);
      break;
    case ptx::Op::ActiveMask:
      step.kind = StepKind::ActiveMask;
      break;
    case ptx::Op::ElectSync:
      step.kind = StepKind::Elect;
      break;
    default:
      step.kind = StepKind::Barrier;
      // Bit 0: arrives without waiting; the rest: the reduction of bar.red.
      step.imm =
          (in.mnemonic.find("arrive") != std::string::npos ? 1U : 0U) |
          (static_cast<uint64_t>(in.op == ptx::Op::BarRed ? in.atomic : ptx::AtomicOp::None) << 1);
      break;
  }
  if (in.destinations > 0) step.d = operands_.destination(in.operands[0]);
  if (in.destinations > 1) step.d2 = operands_.destination(in.operands[1]);
  step.a = operands_.source(in, 0, in.type == ptx::Type::None ? ptx::Type::U32 : in.type);
  step.b = operands_.source(in, 1, ptx::Type::U32);
  step.c = operands_.source(in, 2, ptx::Type::U32);
  step.e = operands_.source(in, 3, ptx::Type::U32);
  step.is_signed = ptx::is_signed(in.type);
  step.bits = static_cast<uint8_t>(std::clamp(ptx::bits_of(in.type), 1, 64));
  for (size_t k = in.destinations; k < in.operands.size(); ++k)
    step.negated = step.negated || in.operands[k].negated;
  add(step);
}

CallInfo::Passed Decoder::passed(const ptx::Operand& operand_in) {
  CallInfo::Passed out;
  if (operand_in.kind != ptx::OperandKind::Symbol) {
    out.slot = operands_.operand(operand_in, ptx::Type::B64);
    out.bytes = 8;
    return out;
  }
  const ptx::Variable* variable = program_.module->symbol(function_, operand_in.index);
  out.at = static_cast<int64_t>(operands_.symbol_address(operand_in.index) - kCallBase);
  out.bytes = variable == nullptr ? 0 : variable->bytes;
  return out;
}

void Decoder::decode_call(const ptx::Instruction& in, Step& step, bool needed) {
  CallInfo call;
  const size_t callee = in.destinations;
  if (callee >= in.operands.size()) return;
  const ptx::Operand& target = in.operands[callee];
  step.kind = StepKind::Call;
  if (target.kind == ptx::OperandKind::Function) {
    const ptx::Function& function = program_.module->functions[target.index];
    const bool math = ptx::is_canonical_math(function.name);
    call.name = function.name;
    call.math = math_function(function.name);
    if (math) step.kind = StepKind::MathCall;
    if (!math && function.has_body) call.function = target.index;
  } else {
    step.a = operands_.operand(target, ptx::Type::B64);
    call.function = kThroughPointer;
  }
  if (call.function == -1 && !needed) {
    step.kind = StepKind::Guarded;
    if (step.guard != kNoSlot) add(step);
    return;
  }
  for (size_t k = 0; k < callee; ++k)
    call.results.push_back(passed(in.operands[k]));
  for (size_t k = callee + 1; k < in.operands.size(); ++k)
    call.arguments.push_back(passed(in.operands[k]));
  step.info = static_cast<int32_t>(code_.calls.size());
  code_.calls.push_back(std::move(call));
  add(step);
}

}  // namespace kcast::exec
