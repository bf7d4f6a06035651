// What the parts of the parser share: the text that is left, the module as far as it was read, and
// what is known of the function that is being read.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyze/ptx/parse/lines.h"
#include "analyze/ptx/parse/parse.h"
#include "analyze/ptx/parse/scope.h"
#include "analyze/ptx/parse/token_reader.h"
#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Variables of a function are numbered apart until the module's own are all known.
inline constexpr int32_t kVariableBase = 1 << 28;
inline constexpr int32_t kParameterBase = 2 << 28;
inline constexpr int32_t kResultBase = 3 << 28;

struct Name {
  enum class Kind : uint8_t { Register, Symbol, Function } kind = Kind::Symbol;
  int32_t index = -1;
};

struct RegisterRange {
  int32_t first = 0, count = 0;
};

struct Layout {
  int64_t used = 0;
  int64_t place(int64_t bytes, int64_t align) {
    const int64_t at = (used + align - 1) / align * align;
    used = at + bytes;
    return at;
  }
};

struct Label {
  int32_t instruction = 0;
  int32_t table = -1;  // of branch targets
  bool used = false;
};

struct LabelKey {
  int32_t scope = 0;
  std::string_view name;
  bool operator==(const LabelKey&) const = default;
};

struct LabelHash {
  size_t operator()(const LabelKey& key) const {
    return std::hash<std::string_view>()(key.name) ^ (size_t(key.scope) * 0x9E3779B97F4A7C15u);
  }
};

struct LabelUse {
  int32_t instruction = 0;
  int32_t operand = 0;
  LabelKey key;
};

struct TargetTable {
  int32_t scope = 0;
  std::vector<std::string_view> names;
};

struct PendingAddress {
  int32_t variable = 0, address = 0;
  std::string_view name;
};

// Everything that is gone when the function ends.
struct Body {
  ScopedNames<Name> names;
  ScopedNames<RegisterRange> ranges;
  std::vector<int32_t> scope_parents = {-1};
  int32_t scope = 0;
  int32_t depth = 0;
  std::unordered_map<LabelKey, Label, LabelHash> labels;
  std::vector<LabelKey> label_order;
  std::vector<LabelUse> uses;
  std::vector<TargetTable> tables;
  int32_t line = 0;
  Layout local, shared, parameters;
  // Of instructions, by number.
  std::vector<std::pair<size_t, MachineCode>> machines;
};

struct ParseState {
  ParseState(std::string_view text, const ParseLimits& most) : in(text), limits(most) {}

  TokenReader in;
  ParseLimits limits;
  Module module;
  std::unordered_map<std::string_view, Name> names;  // of the module
  std::unordered_map<std::string_view, Instruction> decoded;
  std::vector<Operand> operands;  // of the instruction being read
  std::vector<PendingAddress> pending_addresses;
  LineTable lines;
  Body body;
  Layout module_layout[8];
  size_t instructions = 0;
  size_t registers = 0;
  size_t name_bytes = 0;  // of registers
  size_t targets = 0;
};

}  // namespace kcast::ptx
