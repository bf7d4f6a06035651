#include "analyze/exec/decode/memory_decoder.h"

#include <algorithm>

#include "analyze/cost/registers.h"
#include "analyze/exec/ops/lane_function.h"
#include "analyze/ptx/taint.h"

namespace kcast::exec {

namespace {

const ptx::Operand* nth_address(const ptx::Instruction& in, int n) {
  for (const ptx::Operand& operand : in.operands)
    if (operand.kind == ptx::OperandKind::Address && n-- == 0) return &operand;
  return nullptr;
}

AccessKind kind_of(ptx::Op op) {
  switch (op) {
    case ptx::Op::St:
    case ptx::Op::StMatrix:
    case ptx::Op::WmmaStore:
      return AccessKind::Store;
    case ptx::Op::Atom:
      return AccessKind::Atomic;
    case ptx::Op::Red:
      return AccessKind::Reduction;
    default:
      return AccessKind::Load;
  }
}

// Lines of a matrix fragment as they lie in memory, and their length in elements.
std::pair<int32_t, int32_t> fragment_shape(const ptx::Instruction& in) {
  const std::string& name = in.mnemonic;
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  int32_t rows = in.tensor_m;
  int32_t columns = in.tensor_n;
  if (has(".load.a")) columns = in.tensor_k;
  if (has(".load.b")) rows = in.tensor_k;
  return has(".col") ? std::pair(columns, rows) : std::pair(rows, columns);
}

FragmentForm fragment_form(const ptx::Instruction& in) {
  if (in.tensor_m != 16 || in.tensor_n != 16 || in.tensor_k != 16) return FragmentForm::Other;
  switch (ptx::bits_of(in.type)) {
    case 16:
      return FragmentForm::Halves;
    case 32:
      return in.mnemonic.find(".col") == std::string::npos ? FragmentForm::Singles
                                                           : FragmentForm::SinglesByColumn;
    default:
      return FragmentForm::Other;
  }
}

}  // namespace

int32_t MemoryDecoder::site_of(const ptx::Instruction& in, int32_t instruction, AccessKind kind,
                               ptx::Space space, int32_t bytes) {
  Site site;
  site.instruction = instruction;
  site.function = code_.function;
  site.line = in.line;
  site.file = in.file;
  site.kind = kind;
  site.space = space;
  site.bytes = bytes;
  site.bypass_l1 = in.is_volatile || in.relaxed || in.cache == 'g' || in.cache == 'v' ||
                   kind == AccessKind::Atomic || kind == AccessKind::Reduction;
  program_.sites.push_back(site);
  return static_cast<int32_t>(program_.sites.size()) - 1;
}

// A parameter of the kernel is a constant of the launch.
void MemoryDecoder::decode_parameter_load(const ptx::Instruction& in, Step& step) {
  const ptx::Operand* address = nth_address(in, 0);
  const std::vector<Slot> to = operands_.elements(in.operands[0], in.type, true);
  const int bytes = std::max(1, ptx::bits_of(in.type) / 8);
  for (size_t k = 0; k < to.size(); ++k) {
    if (to[k] == kNoSlot) continue;
    const int64_t at = static_cast<int64_t>(operands_.symbol_address(address->index) - kParamBase) +
                       address->offset + static_cast<int64_t>(k) * bytes;
    const Known known = program_.memory->parameter(at, bytes);
    Lane value = known.value;
    if (ptx::is_signed(in.type))
      value = low_bits(static_cast<Lane>(sign_extended(value, 8 * bytes)), code_.slot_bits[to[k]]);
    Step move = step;
    move.kind = StepKind::Alu;
    ptx::Instruction copy;
    copy.op = ptx::Op::Mov;
    copy.type = ptx::Type::B64;
    move.fn = lane_function(copy, move.imm);
    move.change = Change::Copy;
    move.d = to[k];
    move.bits = code_.slot_bits[to[k]];
    const ptx::Variable* variable = program_.module->symbol(function_, address->index);
    const auto first = static_cast<size_t>(variable - function_.parameters.data());
    const std::string name = first < program_.launch->arguments.size()
                                 ? program_.launch->arguments[first].name
                                 : variable->name;
    move.a = known.known ? pool_.value(value) : pool_.unknown("argument '" + name + "'");
    code_.steps.push_back(move);
    step.guard_counter = -1;  // counted once
  }
}

// What the forms of memory instructions add to the address. False: not understood.
bool MemoryDecoder::decode_operands(const ptx::Instruction& in, Step& step, MemoryInfo& info) {
  if (in.op == ptx::Op::CpAsync) {
    const ptx::Operand* from = nth_address(in, 1);
    if (from == nullptr) return false;
    step.kind = StepKind::AsyncCopy;
    info.space = ptx::Space::Shared;
    info.source_space = ptx::Space::Global;
    info.source = from->base_is_symbol
                      ? pool_.value(operands_.symbol_address(from->index))
                      : (from->index >= 0 ? code_.slots[from->index] : pool_.value(0));
    info.source_offset = from->offset;
    info.element_bytes = 16;
    info.elements = 1;
    for (const ptx::Operand& operand : in.operands) {
      if (operand.kind != ptx::OperandKind::Immediate) continue;
      info.element_bytes = static_cast<int32_t>(std::clamp<uint64_t>(operand.bits, 1, 16));
      break;
    }
  } else if (in.op == ptx::Op::LdMatrix || in.op == ptx::Op::StMatrix) {
    step.kind = in.op == ptx::Op::LdMatrix ? StepKind::MatrixLoad : StepKind::MatrixStore;
    info.element_bytes = 16;
    info.lines = 8 * std::max<int32_t>(1, in.mnemonic.find(".x4") != std::string::npos   ? 4
                                          : in.mnemonic.find(".x2") != std::string::npos ? 2
                                                                                         : 1);
    info.elements = 1;
  } else if (in.op == ptx::Op::WmmaLoad || in.op == ptx::Op::WmmaStore) {
    step.kind = in.op == ptx::Op::WmmaLoad ? StepKind::MatrixLoad : StepKind::MatrixStore;
    const auto [lines, length] = fragment_shape(in);
    const int32_t bits = std::max(4, ptx::bits_of(in.type));
    info.form = fragment_form(in);
    info.is_factor = in.mnemonic.find(".load.a") != std::string::npos ||
                     in.mnemonic.find(".load.b") != std::string::npos;
    info.lines = std::max(1, lines);
    info.line_bytes = std::max(1, length * bits / 8);
    info.elements = 1;
    for (auto it = in.operands.rbegin(); it != in.operands.rend(); ++it) {
      if (it->kind != ptx::OperandKind::Register && it->kind != ptx::OperandKind::Immediate)
        continue;
      info.source = operands_.operand(*it, ptx::Type::U32);
      break;
    }
    info.source_offset = bits;
  } else if (step.kind == StepKind::Load) {
    info.values = operands_.elements(in.operands[0], in.type, true);
  } else if (step.kind == StepKind::Store) {
    info.values = operands_.elements(in.operands.back(), in.type, false);
  } else {
    if (in.destinations > 0) step.d = operands_.destination(in.operands[0]);
    size_t first = in.destinations;
    while (first < in.operands.size() && in.operands[first].kind != ptx::OperandKind::Address)
      ++first;
    if (first + 1 < in.operands.size())
      info.values = operands_.elements(in.operands[first + 1], in.type, false);
    if (in.atomic == ptx::AtomicOp::Cas && first + 2 < in.operands.size())
      step.c = operands_.operand(in.operands[first + 2], in.type);
  }
  return true;
}

void MemoryDecoder::decode(const ptx::Instruction& in, Step& step, bool needed) {
  const ptx::Operand* address = nth_address(in, 0);
  const bool guarded_only = address == nullptr;
  const bool own_parameter = in.space == ptx::Space::Param && in.op == ptx::Op::Ld &&
                             function_.is_entry && address != nullptr && address->base_is_symbol &&
                             operands_.symbol_address(address->index) < kCallBase;
  const bool untraced = in.space == ptx::Space::Param || in.space == ptx::Space::Const;
  if (guarded_only || own_parameter || (untraced && !needed)) {
    if (own_parameter && needed) decode_parameter_load(in, step);
    if (step.guard != kNoSlot && step.guard_counter >= 0) {
      step.kind = StepKind::Guarded;
      code_.steps.push_back(step);
    }
    return;
  }
  MemoryInfo info;
  info.space = in.space;
  info.kind = kind_of(in.op);
  info.atomic = in.atomic;
  info.type = in.type;
  info.line = in.line;
  info.element_bytes = std::max(1, ptx::bits_of(in.type) / 8);
  info.elements = std::max<int32_t>(1, in.vector);
  info.needed = needed;
  info.one_lane = !function_.is_machine() && cost::is_added_up(in, uniform_);
  // NVIDIA's shared memory adds integers of 32 bits, and compares and swaps.
  info.swaps = !function_.is_machine() && in.space == ptx::Space::Shared &&
               (ptx::is_float(in.type) || ptx::bits_of(in.type) == 64) &&
               (in.op == ptx::Op::Atom || in.op == ptx::Op::Red) &&
               in.atomic != ptx::AtomicOp::Exch && in.atomic != ptx::AtomicOp::Cas;
  info.draws_work = needed && ptx::draws_work(*program_.module, function_, step.instruction);
  info.offset = address->offset;
  info.address = address->base_is_symbol ? pool_.value(operands_.symbol_address(address->index))
                 : address->index >= 0   ? code_.slots[address->index]
                                         : pool_.value(0);
  step.kind = info.kind == AccessKind::Load    ? StepKind::Load
              : info.kind == AccessKind::Store ? StepKind::Store
                                               : StepKind::Atomic;
  if (!decode_operands(in, step, info)) {
    add_opaque(code_, operands_, in, step);
    return;
  }
  const ptx::Space site_space = in.op == ptx::Op::CpAsync ? ptx::Space::Global : in.space;
  if (!untraced) {
    const int32_t bytes = info.element_bytes * info.elements;
    info.site = site_of(in, step.instruction, info.kind, site_space, bytes);
  }
  info.counter = static_cast<int32_t>(program_.memories.size());
  step.info = info.counter;
  step.is_signed = ptx::is_signed(in.type);
  program_.memories.push_back(std::move(info));
  code_.steps.push_back(step);
  // Results that the interpreter does not compute must not look known.
  if (step.kind == StepKind::MatrixLoad) {
    Step opaque = step;
    opaque.guard_counter = -1;
    add_opaque(code_, operands_, in, opaque);
  }
}

}  // namespace kcast::exec
