// Decoding of what warps do together, and of calls.
#include "analyze/exec/decode.h"

#include <algorithm>

#include "analyze/cost/registers.h"

namespace kcast::exec {

using ptx::Op;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

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
  if (in.destinations > 0) step.d = destination(in.operands[0]);
  if (in.destinations > 1) step.d2 = destination(in.operands[1]);
  step.a = source(in, 0, in.type == ptx::Type::None ? ptx::Type::U32 : in.type);
  step.b = source(in, 1, ptx::Type::U32);
  step.c = source(in, 2, ptx::Type::U32);
  step.e = source(in, 3, ptx::Type::U32);
  step.is_signed = ptx::is_signed(in.type);
  step.bits = static_cast<uint8_t>(std::clamp(ptx::bits_of(in.type), 1, 64));
  for (size_t k = in.destinations; k < in.operands.size(); ++k)
    step.negated = step.negated || in.operands[k].negated;
  add(step);
}

CallInfo::Passed Decoder::passed(const ptx::Operand& operand_in) {
  CallInfo::Passed out;
  if (operand_in.kind != ptx::OperandKind::Symbol) {
    out.slot = operand(operand_in, ptx::Type::B64);
    out.bytes = 8;
    return out;
  }
  const ptx::Variable* variable = program_.module->symbol(function_, operand_in.index);
  out.at = static_cast<int64_t>(symbol_address(operand_in.index) - kCallBase);
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
    step.a = operand(target, ptx::Type::B64);
    call.function = -2;  // by the value of the register
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
