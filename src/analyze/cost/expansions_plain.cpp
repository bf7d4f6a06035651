// The cost of a PTX instruction by itself, before anything is fused.
#include "analyze/cost/expansions_plain.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"

namespace kcast::cost {

using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

namespace {

MachineCost issue(float alu, float lsu, float latency) {
  MachineCost cost;
  cost.slots = alu + lsu;
  cost.pipe_alu = alu;
  cost.pipe_lsu = lsu;
  cost.latency_cycles = latency;
  return cost;
}

MachineCost bit_cost(float count) {
  MachineCost cost = issue(count, 0, count > 0 ? 5.0F : 0.0F);
  cost.bit = count;
  return cost;
}

MachineCost other_cost(float count, float latency) {
  MachineCost cost = issue(count, 0, latency);
  cost.other = count;
  return cost;
}

// Without the parts that change neither the class of the machine instruction nor its pipe:
// HADD2.FTZ, HFMA2.RELU. BF16 is computed as F16 is.
std::string without_modifiers(std::string_view mnemonic) {
  std::string plain;
  for (const std::string& part : split(mnemonic, '.')) {
    const bool is_free = part == "ftz" || part == "sat" || part == "relu" || part == "NaN" ||
                         part == "xorsign" || (part == "abs" && !plain.empty());
    if (is_free) continue;
    if (!plain.empty()) plain += '.';
    plain += part == "bf16" ? "f16" : part == "bf16x2" ? "f16x2" : part;
  }
  return plain;
}

MachineCost table_cost(const ptx::Instruction& i, bool fast) {
  const MachineCost* found = Expansions::embedded().common(expansion_key(i), fast);
  if (found == nullptr) return other_cost(1, 4);
  MachineCost cost = *found;
  // Division by a constant has the reciprocal, and both are moved into registers.
  if (i.op == ptx::Op::Div && i.type == ptx::Type::F32 && is_immediate(i, 2)) cost.integer += 2;
  // An instruction has room for one constant.
  if (i.op == ptx::Op::Fma && is_immediate(i, 3) && (is_immediate(i, 1) || is_immediate(i, 2))) {
    cost.slots += 1;
  }
  return cost;
}

// A fragment in shared memory is one instruction if it is multiplied; others are four, with
// two addresses, and those that lie across are turned.
MachineCost fragment_cost(const ptx::Instruction& i) {
  const bool factor = i.mnemonic.find(".load.a") != std::string::npos ||
                      i.mnemonic.find(".load.b") != std::string::npos;
  const bool whole = factor && i.space == ptx::Space::Shared;
  const float requests = whole ? 1 : 4;
  const float addresses = whole ? 1 : 3;
  MachineCost cost = issue(addresses, requests, 30);
  cost.integer = addresses;
  cost.memory = requests;
  return cost;
}

MachineCost call_cost(const ptx::Module& module, const ptx::Instruction& i, bool fast) {
  for (const ptx::Operand& operand : i.operands) {
    if (operand.kind != ptx::OperandKind::Function || operand.index < 0) continue;
    const auto index = static_cast<size_t>(operand.index);
    if (index >= module.functions.size()) continue;
    const MachineCost* found = Expansions::embedded().common(module.functions[index].name, fast);
    if (found != nullptr) return *found;
  }
  MachineCost cost = other_cost(1, 8);
  cost.branch = 1;
  return cost;
}

MachineCost mov_cost(const ptx::Instruction& i, bool merged) {
  for (const ptx::Operand& operand : i.operands) {
    // Reading the thread's index is an instruction of its own; sizes are constants.
    if (operand.kind != ptx::OperandKind::Special) continue;
    const bool is_size = operand.special == ptx::SpecialRegister::NTid ||
                         operand.special == ptx::SpecialRegister::NCtaId;
    return is_size ? MachineCost() : issue(0, 1, 20);
  }
  // Where paths meet values are moved, every other time by IMAD.
  if (merged) {
    MachineCost cost = integer_cost(1);
    cost.integer = 0.5F;
    return cost;
  }
  return {};
}

MachineCost parameter_cost() {
  MachineCost cost;
  cost.slots = cost.pipe_uniform = 0.7F;
  return cost;
}

MachineCost setp_cost(const ptx::Instruction& i) {
  if (i.type == ptx::Type::F64) {
    MachineCost cost = other_cost(1, 9);
    cost.pipe_alu = 0;
    cost.pipe_fp64 = 1;
    return cost;
  }
  if (ptx::is_float(i.type)) return other_cost(1, 4);
  if (i.type == ptx::Type::Pred) return other_cost(1, 4);
  return integer_cost(ptx::bits_of(i.type) == 64 ? 2 : 1);
}

// SEL moves bits; FSEL, which also selects reals of 64 bits by halves, is not counted.
MachineCost select_cost(const ptx::Instruction& i) {
  const float count = ptx::bits_of(i.type) == 64 ? 2 : 1;
  return ptx::is_float(i.type) ? other_cost(count, 4) : bit_cost(count);
}

}  // namespace

bool flushes_denormals(const ptx::Function& function) {
  // Roots of halves are written with .ftz whatever the build says.
  return std::any_of(function.instructions.begin(), function.instructions.end(),
                     [](const ptx::Instruction& i) {
                       const bool root = i.approx && (i.op == Op::Sqrt || i.op == Op::Rsqrt);
                       return i.flush && !root && (i.type == Type::F32 || i.type == Type::F16);
                     });
}

std::string expansion_key(const ptx::Instruction& instruction) {
  std::string key = instruction.mnemonic;
  if (Expansions::embedded().common(key) == nullptr) {
    std::string plain = without_modifiers(key);
    if (Expansions::embedded().common(plain) != nullptr) key = std::move(plain);
  }
  const bool constant = !instruction.operands.empty() &&
                        instruction.operands.back().kind == ptx::OperandKind::Immediate;
  if (constant && Expansions::embedded().common(key + "#imm") != nullptr) key += "#imm";
  return key;
}

MachineCost integer_cost(float count) {
  MachineCost cost = issue(count, 0, count > 0 ? 5.0F : 0.0F);
  cost.integer = count;
  return cost;
}

MachineCost plain_cost(const ptx::Module& module, const ptx::Instruction& i, bool merged,
                       bool fast) {
  switch (i.op) {
    case ptx::Op::Ld:
    case ptx::Op::Ldu:
      // Parameters lie in constant memory; most are read once, by the uniform datapath.
      if (i.space == ptx::Space::Param) return parameter_cost();
      [[fallthrough]];
    case ptx::Op::St:
    case ptx::Op::Atom:
    case ptx::Op::Red:
    case ptx::Op::CpAsync:
    case ptx::Op::LdMatrix:
    case ptx::Op::StMatrix:
    case ptx::Op::Tex:
    case ptx::Op::Tld4:
    case ptx::Op::Suld:
    case ptx::Op::Sust:
    case ptx::Op::Prefetch: {
      if (i.space == ptx::Space::Param) return {};
      MachineCost cost = issue(0, 1, 30);
      cost.memory = 1;
      return cost;
    }
    case ptx::Op::WmmaLoad:
    case ptx::Op::WmmaStore:
      return fragment_cost(i);
    case ptx::Op::Bra:
    case ptx::Op::BrxIdx:
    case ptx::Op::Ret:
    case ptx::Op::Exit: {
      MachineCost cost = other_cost(1, 8);
      cost.branch = 1;
      cost.other = 0;
      cost.pipe_alu = 0;
      return cost;
    }
    case ptx::Op::Call:
      return call_cost(module, i, fast);
    case ptx::Op::Cvta:
    case ptx::Op::IsSpace:
      return {};
    case ptx::Op::Mov:
      return mov_cost(i, merged);
    case ptx::Op::Shfl: {
      MachineCost cost = issue(0, 1, 24);
      cost.other = 1;
      return cost;
    }
    case ptx::Op::Bar:
    case ptx::Op::BarRed:
    case ptx::Op::Fence:
      return issue(0, 1, 28);
    case ptx::Op::Vote:
    case ptx::Op::Match:
    case ptx::Op::Redux:
    case ptx::Op::ActiveMask:
      return other_cost(1, 18);
    case ptx::Op::Setp:
      return setp_cost(i);
    case ptx::Op::Selp:
      return select_cost(i);
    case ptx::Op::WmmaMma:
      return other_cost(2, 33);
    case ptx::Op::Mma:
      return other_cost(1, 33);
    default:
      return table_cost(i, fast);
  }
}

}  // namespace kcast::cost
