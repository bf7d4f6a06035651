#include "analyze/tools/sass_machine.h"

#include <bit>
#include <cmath>

#include "analyze/tools/half.h"

namespace kcast::tools {

Machine::Machine(const Listing& listing, const Function& function,
                 const std::vector<uint64_t>& arguments)
    : listing_(listing), function_(function), arguments_(arguments) {}

uint32_t Machine::constant(int bank, int64_t offset) const {
  if (bank == 0 && offset >= 0x210) {
    const auto parameter = static_cast<uint64_t>(offset - 0x210) / 8;
    const uint64_t value = parameter < arguments_.size() ? kInput * (parameter + 1) : kOutput;
    return static_cast<uint32_t>(offset % 8 == 0 ? value : value >> 32);
  }
  if (bank == 0) return offset == 0x28 ? static_cast<uint32_t>(kLocal + 0x8000) : 0;
  if (bank == 4) {
    const auto found = listing_.global_offsets.find(static_cast<int>(offset & ~7));
    if (found == listing_.global_offsets.end() || offset % 8 != 0) return 0;
    return static_cast<uint32_t>(kGlobals + static_cast<uint64_t>(found->second));
  }
  const std::string& bytes = [&]() -> const std::string& {
    static const std::string empty;
    for (const std::string& name : {".nv.constant" + std::to_string(bank) + "." + function_.name,
                                    ".nv.constant" + std::to_string(bank)}) {
      const auto found = listing_.constants.find(name);
      if (found != listing_.constants.end()) return found->second;
    }
    return empty;
  }();
  uint32_t value = 0;
  for (int byte = 0; byte < 4; ++byte) {
    const auto at = static_cast<size_t>(offset + byte);
    if (at < bytes.size())
      value |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[at])) << (8 * byte);
  }
  return value;
}

uint32_t Machine::raw(const Operand& operand, int part) const {
  switch (operand.kind) {
    case Kind::Register:
      return operand.index == 255 ? 0 : registers_[static_cast<size_t>(operand.index + part)];
    case Kind::Uniform:
      return operand.index == 63 ? 0 : uniform_[static_cast<size_t>(operand.index + part)];
    case Kind::Immediate:
      return static_cast<uint32_t>(operand.bits >> (32 * part));
    case Kind::Constant: {
      const int64_t index = operand.index < 0 || operand.index == 255
                                ? 0
                                : registers_[static_cast<size_t>(operand.index)];
      return constant(operand.bank, operand.offset + index + int64_t{4} * part);
    }
    default:
      return 0;
  }
}

uint32_t Machine::word(const Operand& operand) const {
  uint32_t value = raw(operand);
  if (operand.absolute && static_cast<int32_t>(value) < 0) value = 0 - value;
  if (operand.complement) value = ~value;
  return operand.negative ? 0 - value : value;
}

uint64_t Machine::pair(const Operand& operand) const {
  if (operand.kind == Kind::Immediate) return operand.bits;
  return static_cast<uint64_t>(raw(operand, 1)) << 32 | raw(operand);
}

bool Machine::predicate(const Operand& operand) const {
  const bool value =
      operand.index == 7 ||
      (operand.kind == Kind::Predicate ? predicates_[static_cast<size_t>(operand.index)]
                                       : uniform_predicates_[static_cast<size_t>(operand.index)]);
  return value != operand.complement;
}

float Machine::single(const Operand& operand, bool flush) const {
  auto value = std::bit_cast<float>(raw(operand));
  if (flush && std::fpclassify(value) == FP_SUBNORMAL) value = std::copysign(0.0F, value);
  if (operand.absolute) value = std::fabs(value);
  return operand.negative ? -value : value;
}

double Machine::number(const Operand& operand) const {
  double value =
      operand.kind == Kind::Immediate ? operand.number : std::bit_cast<double>(pair(operand));
  if (operand.absolute) value = std::fabs(value);
  return operand.negative ? -value : value;
}

float Machine::half(const Operand& operand, int part) const {
  const int chosen = operand.half == 'l' ? 0 : operand.half == 'h' ? 1 : part;
  float value = half_to_float(static_cast<uint16_t>(raw(operand) >> (16 * chosen)));
  if (operand.absolute) value = std::fabs(value);
  return operand.negative ? -value : value;
}

void Machine::set(const Operand& operand, uint32_t value, int part) {
  if (operand.kind == Kind::Register && operand.index != 255) {
    registers_[static_cast<size_t>(operand.index + part)] = value;
  } else if (operand.kind == Kind::Uniform && operand.index != 63) {
    uniform_[static_cast<size_t>(operand.index + part)] = value;
  }
}

void Machine::set_pair(const Operand& operand, uint64_t value) {
  set(operand, static_cast<uint32_t>(value));
  set(operand, static_cast<uint32_t>(value >> 32), 1);
}

void Machine::set_predicate(const Operand& operand, bool value) {
  if (operand.index < 0 || operand.index >= 7) return;
  auto& file = operand.kind == Kind::Predicate ? predicates_ : uniform_predicates_;
  file[static_cast<size_t>(operand.index)] = value;
}

uint64_t Machine::address(const Operand& operand) const {
  uint64_t base = 0;
  if (operand.index >= 0 && operand.index != 255) {
    base = static_cast<uint64_t>(registers_[static_cast<size_t>(operand.index)]);
  }
  return base + static_cast<uint64_t>(operand.offset);
}

uint32_t Machine::load(uint64_t address, int bytes) {
  uint32_t value = 0;
  for (int byte = 0; byte < bytes; ++byte) {
    const uint64_t at = address + static_cast<uint64_t>(byte);
    uint8_t content = 0;
    const uint64_t input = at / kInput;
    if (at >= kLocal || at >= kOutput) {
      const auto found = memory_.find(at);
      if (found != memory_.end()) content = found->second;
      if (at >= kGlobals && at - kGlobals < listing_.global_bytes.size()) {
        content = static_cast<uint8_t>(listing_.global_bytes[at - kGlobals]);
      }
    } else if (input >= 1 && input <= arguments_.size() && at % kInput < 8) {
      content = static_cast<uint8_t>(arguments_[input - 1] >> (8 * (at % kInput)));
    }
    value |= static_cast<uint32_t>(content) << (8 * byte);
  }
  return value;
}

void Machine::store(uint64_t address, int bytes, uint32_t value) {
  for (int byte = 0; byte < bytes; ++byte) {
    memory_[address + static_cast<uint64_t>(byte)] = static_cast<uint8_t>(value >> (8 * byte));
  }
}

}  // namespace kcast::tools
