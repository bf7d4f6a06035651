// The state of the executed thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analyze/machine/listing.h"

namespace kcast::tools {

using machine::Function;
using machine::Instruction;
using machine::Kind;
using machine::Listing;
using machine::Operand;

class Machine {
 public:
  Machine(const Listing& listing, const Function& function, const std::vector<uint64_t>& arguments);

  uint32_t word(const Operand& operand) const;               // integer modifiers applied
  uint32_t raw(const Operand& operand, int part = 0) const;  // without modifiers
  uint64_t pair(const Operand& operand) const;               // 64 bits, without modifiers
  bool predicate(const Operand& operand) const;
  float single(const Operand& operand, bool flush) const;
  double number(const Operand& operand) const;  // fp64
  float half(const Operand& operand, int part) const;

  void set(const Operand& operand, uint32_t value, int part = 0);
  void set_pair(const Operand& operand, uint64_t value);
  void set_predicate(const Operand& operand, bool value);

  uint64_t address(const Operand& operand) const;
  uint32_t load(uint64_t address, int bytes);
  void store(uint64_t address, int bytes, uint32_t value);
  uint32_t constant(int bank, int64_t offset) const;

  int next = 0;  // the instruction that runs next
  bool done = false;
  std::string failure;
  std::vector<uint64_t> stored;

  static constexpr uint64_t kInput = 0x100000;  // distance and start of inputs
  static constexpr uint64_t kOutput = 0x8000000;
  static constexpr uint64_t kGlobals = 0x10000000;
  static constexpr uint64_t kLocal = 0x20000000;

 private:
  const Listing& listing_;
  const Function& function_;
  std::vector<uint64_t> arguments_;
  std::array<uint32_t, 260> registers_ = {};
  std::array<uint32_t, 68> uniform_ = {};
  std::array<bool, 8> predicates_ = {};
  std::array<bool, 8> uniform_predicates_ = {};
  std::map<uint64_t, uint8_t> memory_;
};

}  // namespace kcast::tools
