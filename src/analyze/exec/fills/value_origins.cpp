#include "analyze/exec/fills/value_origins.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace kcast::exec {
namespace {

using ptx::Op;
using ptx::OperandKind;

// A value passes through few registers on its way; the bound only guards against text that is
// no kernel.
constexpr int kMaxRounds = 64;

bool passes_pointer(Op op) {
  return op == Op::Add || op == Op::Sub || op == Op::Mov || op == Op::Cvta || op == Op::Mad ||
         op == Op::Selp;
}

bool is_copy(Op op) {
  return op == Op::Mov || op == Op::Cvt || op == Op::Cvta;
}

bool steps(Op op) {
  return op == Op::Add || op == Op::Sub;
}

bool is_predicate(const ptx::Function& kernel, const ptx::Operand& operand) {
  return operand.kind == OperandKind::Register &&
         kernel.registers[static_cast<size_t>(operand.index)].type == ptx::Type::Pred;
}

double number_of(const ptx::Operand& operand, ptx::Type type) {
  const int bits = ptx::bits_of(type);
  if (type == ptx::Type::F32) return std::bit_cast<float>(static_cast<uint32_t>(operand.bits));
  if (type == ptx::Type::F64) return std::bit_cast<double>(operand.bits);
  if (ptx::is_float(type)) return 0;
  if (bits < 64 && bits > 0) {
    // Comparisons of bits say nothing of signs; small negative numbers are meant as such.
    const uint64_t sign = uint64_t{1} << (bits - 1);
    const uint64_t low = operand.bits & ((sign << 1) - 1);
    return static_cast<double>(static_cast<int64_t>(low ^ sign) - static_cast<int64_t>(sign));
  }
  return static_cast<double>(static_cast<int64_t>(operand.bits));
}

}  // namespace

ValueOrigins::ValueOrigins(const ptx::Module& module, const ptx::Function& kernel)
    : module_(module),
      kernel_(kernel),
      origins_(kernel.registers.size()),
      rewritten_(kernel.registers.size(), false) {
  std::vector<bool> written(kernel.registers.size(), false);
  for (const ptx::Instruction& instruction : kernel.instructions) {
    ptx::for_each_write(kernel, instruction, [&](int32_t r) {
      if (written[r]) rewritten_[r] = true;
      written[r] = true;
    });
  }
  for (int round = 0; round < kMaxRounds && propagate(); ++round) {
  }
}

int32_t ValueOrigins::buffer_at(PointerPlace place) {
  const auto found = std::find(buffers_.begin(), buffers_.end(), place);
  if (found != buffers_.end()) return static_cast<int32_t>(found - buffers_.begin());
  buffers_.push_back(place);
  return static_cast<int32_t>(buffers_.size()) - 1;
}

// -1: too many to be told apart.
int32_t ValueOrigins::field_at(const LoadedField& field) {
  for (size_t i = 0; i < fields_.size(); ++i) {
    const LoadedField& known = fields_[i];
    if (known.buffer != field.buffer || known.offset != field.offset || known.type != field.type)
      continue;
    fields_[i].one_address = known.one_address && field.one_address;
    return static_cast<int32_t>(i);
  }
  if (fields_.size() >= kMaxFields) return -1;
  fields_.push_back(field);
  return static_cast<int32_t>(fields_.size()) - 1;
}

std::optional<ValueOrigin> ValueOrigins::parameter(const ptx::Instruction& instruction) {
  if (instruction.op != Op::Ld || instruction.space != ptx::Space::Param) return std::nullopt;
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind != OperandKind::Address || !operand.base_is_symbol) continue;
    const ptx::Variable* symbol = module_.symbol(kernel_, operand.index);
    for (size_t p = 0; p < kernel_.parameters.size(); ++p) {
      if (symbol != &kernel_.parameters[p]) continue;
      ValueOrigin out;
      out.scalar = kernel_.parameters[p].bytes <= 8 ? static_cast<int32_t>(p) : -1;
      // Whether it is a pointer shows when it is used as one.
      const bool wide = ptx::bits_of(instruction.type) == 64 && !ptx::is_float(instruction.type);
      if (wide && instruction.vector == 1)
        out.buffer = buffer_at({static_cast<int32_t>(p), operand.offset});
      return out;
    }
  }
  return std::nullopt;
}

const ptx::Operand* ValueOrigins::address_of(const ptx::Instruction& instruction) const {
  if (instruction.space == ptx::Space::Param || instruction.space == ptx::Space::None)
    return nullptr;
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == OperandKind::Address) return &operand;
  }
  return nullptr;
}

ValueOrigin ValueOrigins::of_address(const ptx::Operand& address) const {
  if (address.base_is_symbol || address.index < 0) return {};
  ValueOrigin out = origins_[static_cast<size_t>(address.index)];
  out.offset += address.offset;
  return out;
}

ValueOrigin ValueOrigins::of(const ptx::Instruction& instruction,
                             const ptx::Operand& operand) const {
  ValueOrigin out;
  switch (operand.kind) {
    case OperandKind::Register:
      return origins_[static_cast<size_t>(operand.index)];
    case OperandKind::Immediate: {
      const bool narrow = instruction.op == Op::Cvt || instruction.wide;
      out.number = number_of(operand, narrow ? instruction.type2 : instruction.type);
      return out;
    }
    case OperandKind::Special:
      out.thread = operand.special == ptx::SpecialRegister::Tid ||
                   operand.special == ptx::SpecialRegister::CtaId ||
                   operand.special == ptx::SpecialRegister::LaneId;
      out.varies = out.thread;
      return out;
    default:
      return out;
  }
}

// How far apart neighbouring values lie after the instruction.
Factor ValueOrigins::factor_of(const ptx::Instruction& instruction) const {
  Factor out;
  bool found = false;
  const bool multiplies = instruction.op == Op::Mul || instruction.op == Op::Mad;
  const bool passes =
      is_copy(instruction.op) || steps(instruction.op) || multiplies || instruction.op == Op::Shl;
  const size_t first = instruction.destinations;
  for (size_t i = first; i < instruction.operands.size(); ++i) {
    const ValueOrigin source = of(instruction, instruction.operands[i]);
    if (source.fields == 0) continue;
    if (found) return {.scalars = {}, .known = false};
    found = true;
    out = source.factor;
    const size_t other = i == first ? first + 1 : first;
    const bool in_product = i < first + 2 && other < instruction.operands.size();
    if (!in_product || !(multiplies || (instruction.op == Op::Shl && i == first))) continue;
    const ValueOrigin by = of(instruction, instruction.operands[other]);
    if (by.number) {
      out.number *= instruction.op == Op::Shl ? std::exp2(*by.number) : *by.number;
    } else if (by.scalar >= 0 && multiplies) {
      out.scalars.push_back(by.scalar);
    } else {
      out.known = false;
    }
  }
  if (found && !passes) out.known = false;
  return out;
}

ValueOrigin ValueOrigins::result_of(const ptx::Instruction& instruction) const {
  ValueOrigin out;
  bool several = false;
  double sum = 0;  // of immediates that are added to a pointer
  for (size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
    // Which value is chosen is no part of the value.
    if (is_predicate(kernel_, instruction.operands[i])) continue;
    const ValueOrigin source = of(instruction, instruction.operands[i]);
    out.fields |= source.fields;
    out.varies |= source.varies;
    out.counts |= source.counts || (source.changes && steps(instruction.op));
    out.changes |= source.changes;
    out.thread |= source.thread;
    if (is_copy(instruction.op)) {
      out.scalar = source.scalar;
      out.number = source.number;
    }
    if (source.number) sum += instruction.op == Op::Sub ? -*source.number : *source.number;
    if (source.buffer < 0) continue;
    several |= out.buffer >= 0 && out.buffer != source.buffer;
    out.buffer = source.buffer;
    out.offset = source.offset;
  }
  if (instruction.predicate >= 0) out.varies = true;
  out.factor = factor_of(instruction);
  if (several || !passes_pointer(instruction.op)) out.buffer = -1;
  const bool adds = instruction.op == Op::Add || instruction.op == Op::Sub;
  if (out.buffer >= 0 && adds) out.offset += static_cast<int64_t>(sum);
  return out;
}

// What was known first stays where both cannot be: a pointer that a loop moves on, for one.
bool ValueOrigins::merge(int32_t to, const ValueOrigin& made) {
  ValueOrigin& origin = origins_[static_cast<size_t>(to)];
  ValueOrigin merged = origin;
  if (merged.fields == 0) {
    merged.factor = made.factor;
  } else if (made.fields != 0 && made.factor != merged.factor) {
    merged.factor = {.scalars = {}, .known = false};
  }
  merged.fields |= made.fields;
  merged.thread |= made.thread;
  merged.varies |= made.varies;
  merged.counts |= made.counts;
  merged.changes |= made.changes;
  if (merged.buffer < 0) {
    merged.buffer = made.buffer;
    merged.offset = made.offset;
  }
  if (rewritten_[static_cast<size_t>(to)]) {
    merged.varies = true;
    merged.changes = true;
  } else {
    if (merged.scalar < 0) merged.scalar = made.scalar;
    if (!merged.number) merged.number = made.number;
  }
  if (merged == origin) return false;
  origin = merged;
  return true;
}

// Shared and local memory are not told apart: stacks and work lists hold indices.
bool ValueOrigins::keep(const ptx::Instruction& instruction) {
  if (ptx::is_float(instruction.type)) return false;
  const uint64_t before = kept_;
  ptx::for_each_read(kernel_, instruction, [&](int32_t r) {
    const uint64_t fields = origins_[static_cast<size_t>(r)].fields;
    for (size_t f = 0; f < fields_.size(); ++f) {
      if (((fields >> f) & 1) != 0 && !ptx::is_float(fields_[f].type)) kept_ |= uint64_t{1} << f;
    }
  });
  return kept_ != before;
}

bool ValueOrigins::load(const ptx::Instruction& instruction, const ptx::Operand& address) {
  const ValueOrigin from = of_address(address);
  bool changed = false;
  const int64_t bytes = ptx::bits_of(instruction.type) / 8;
  int64_t component = 0;
  ptx::for_each_write(kernel_, instruction, [&](int32_t r) {
    ValueOrigin made;
    made.varies = from.varies || from.fields != 0;
    const bool near =
        instruction.space == ptx::Space::Shared || instruction.space == ptx::Space::Local;
    if (near && !ptx::is_float(instruction.type)) {
      made.fields = kept_;
      made.varies = true;
    } else if (from.buffer >= 0) {
      const int32_t field =
          field_at({from.buffer, from.offset + component * bytes, instruction.type, !made.varies});
      if (field >= 0) made.fields = uint64_t{1} << field;
    }
    ++component;
    changed |= merge(r, made);
  });
  return changed;
}

bool ValueOrigins::propagate() {
  bool changed = false;
  for (const ptx::Instruction& instruction : kernel_.instructions) {
    if (const std::optional<ValueOrigin> given = parameter(instruction)) {
      ptx::for_each_write(kernel_, instruction, [&](int32_t r) { changed |= merge(r, *given); });
      continue;
    }
    if (const ptx::Operand* address = address_of(instruction)) {
      const bool near =
          instruction.space == ptx::Space::Shared || instruction.space == ptx::Space::Local;
      if (near && instruction.op == Op::St) changed |= keep(instruction);
      changed |= load(instruction, *address);
      continue;
    }
    const ValueOrigin made = result_of(instruction);
    ptx::for_each_write(kernel_, instruction, [&](int32_t r) { changed |= merge(r, made); });
  }
  return changed;
}

}  // namespace kcast::exec
