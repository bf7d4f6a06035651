#include "analyze/ptx/slice_memory.h"

#include <utility>

#include "analyze/ptx/dominators.h"

namespace kcast::ptx {
namespace {

constexpr int32_t kPlaces = 63;
constexpr PlaceSet kLoaded = PlaceSet{1} << kPlaces;  // came out of memory

PlaceSet place(int32_t number) {
  return PlaceSet{1} << (number % kPlaces);
}

bool is_pointer_sized(Type type) {
  return bits_of(type) == 64 && !is_float(type);
}

}  // namespace

bool reads_memory(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Ld:
    case Op::Ldu:
    case Op::Atom:
    case Op::LdMatrix:
    case Op::WmmaLoad:
    case Op::CpAsync:
    case Op::CpAsyncBulk:
      return true;
    default:
      return false;
  }
}

bool writes_memory(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::St:
    case Op::Atom:
    case Op::Red:
    case Op::RedAsync:
    case Op::StMatrix:
    case Op::WmmaStore:
    case Op::CpAsync:
    case Op::CpAsyncBulk:
      return true;
    default:
      return false;
  }
}

Space read_space(const Instruction& instruction) {
  const bool copies = instruction.op == Op::CpAsync || instruction.op == Op::CpAsyncBulk;
  return copies ? instruction.source_space : instruction.space;
}

const Operand* address_of(const Instruction& instruction, bool reading) {
  const bool copies = instruction.op == Op::CpAsync || instruction.op == Op::CpAsyncBulk;
  int skip = copies && reading ? 1 : 0;
  for (const Operand& operand : instruction.operands)
    if (operand.kind == OperandKind::Address && skip-- == 0) return &operand;
  return nullptr;
}

PlaceMap::PlaceMap(const Module& module, const Function& function)
    : module_(module), function_(function), places_(function.registers.size(), 0) {
  spread();
  // Where pointers are converted from generic ones, only what is converted is a pointer:
  // 64-bit sizes and strides are none.
  PlaceSet converted = 0;
  for (const Instruction& instruction : function.instructions) {
    if (instruction.op == Op::Cvta && instruction.from_generic)
      for_each_read(function, instruction, [&](int32_t r) { converted |= places_[r]; });
  }
  if ((converted & ~kLoaded) != 0) pointers_ = converted;
  for (size_t i = 0; i < module.variables.size(); ++i)
    pointers_ |= place_of_symbol(int32_t(i));
}

PlaceSet PlaceMap::place_of_symbol(int32_t symbol) const {
  const auto module_count = int32_t(module_.variables.size());
  const auto variables = int32_t(function_.variables.size());
  const auto parameters = int32_t(function_.parameters.size());
  if (symbol < module_count) return place(parameters + symbol);
  const int32_t parameter = symbol - module_count - variables;
  if (parameter < 0 || parameter >= parameters) return 0;
  return function_.is_entry ? place(parameter) : kLoaded;
}

// Places that an instruction brings in, beside those of the registers it reads.
PlaceSet PlaceMap::made_by(const Instruction& instruction) const {
  PlaceSet places = 0;
  const bool loads = reads_memory(instruction);
  const bool parameter = loads && instruction.space == Space::Param;
  if (loads && !is_pointer_sized(instruction.type)) return 0;
  if (loads && !parameter) return kLoaded;
  for (size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    if (operand.kind == OperandKind::Symbol ||
        (operand.kind == OperandKind::Address && operand.base_is_symbol))
      places |= place_of_symbol(operand.index);
  }
  return places;
}

void PlaceMap::spread() {
  std::vector<std::pair<int32_t, int32_t>> reads;  // register, instruction
  std::vector<int32_t> work;
  const auto count = int32_t(function_.instructions.size());
  const auto add = [&](int32_t r, PlaceSet places) {
    if ((places & ~places_[r]) == 0) return;
    places_[r] |= places;
    work.push_back(r);
  };
  for (int32_t i = 0; i < count; ++i) {
    const Instruction& instruction = function_.instructions[i];
    const PlaceSet made = made_by(instruction);
    for_each_write(function_, instruction, [&](int32_t r) { add(r, made); });
    // A value out of memory has nothing to do with where it was.
    if (reads_memory(instruction) && instruction.space != Space::Param) continue;
    for_each_read(function_, instruction, [&](int32_t r) {
      if (r != instruction.predicate) reads.emplace_back(r, i);
    });
  }
  const Graph readers(int32_t(places_.size()), reads);
  while (!work.empty()) {
    const int32_t r = work.back();
    work.pop_back();
    const PlaceSet places = places_[r];
    for (const int32_t i : readers.of(r))
      for_each_write(function_, function_.instructions[i], [&](int32_t to) { add(to, places); });
  }
}

PlaceSet PlaceMap::of(const Operand& address) const {
  PlaceSet places = 0;
  if (address.base_is_symbol) {
    places = place_of_symbol(address.index);
  } else if (address.index >= 0) {
    places = places_[address.index];
  }
  // A pointer plus an index that was loaded still points where the pointer does.
  const PlaceSet known = places & pointers_ & ~kLoaded;
  return known != 0 ? known : kAnyPlace;
}

}  // namespace kcast::ptx
