#include "analyze/exec/decode/operand_decoder.h"

#include <algorithm>
#include <utility>

#include "schema/fill.h"

namespace kcast::exec {
uint64_t OperandDecoder::symbol_address(int32_t index) const {
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

Slot OperandDecoder::special(const ptx::Operand& operand) {
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
Lane OperandDecoder::free_constant(Lane value, ptx::Type type) const {
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

Slot OperandDecoder::operand(const ptx::Operand& operand, ptx::Type type) {
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
      return pool_.value(function_address(operand.index));
    default:
      return kNoSlot;
  }
}

Slot OperandDecoder::source(const ptx::Instruction& in, size_t k, ptx::Type type) {
  const size_t at = in.destinations + k;
  return at < in.operands.size() ? operand(in.operands[at], type) : kNoSlot;
}

Slot OperandDecoder::destination(const ptx::Operand& operand) const {
  return operand.kind == ptx::OperandKind::Register ? code_.slots[operand.index] : kNoSlot;
}

std::vector<Slot> OperandDecoder::elements(const ptx::Operand& operand_in, ptx::Type type,
                                           bool written) {
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

void add_opaque(FunctionCode& code, OperandDecoder& operands, const ptx::Instruction& in,
                Step step) {
  std::vector<Slot> written;
  for (size_t k = 0; k < in.destinations; ++k) {
    for (const Slot slot : operands.elements(in.operands[k], in.type, true))
      if (slot != kNoSlot) written.push_back(slot);
  }
  if (written.empty() && step.guard == kNoSlot) return;
  step.kind = written.empty() ? StepKind::Guarded : StepKind::Opaque;
  step.info = static_cast<int32_t>(code.vectors.size());
  code.vectors.push_back(std::move(written));
  code.steps.push_back(step);
}

}  // namespace kcast::exec
