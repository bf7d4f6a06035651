// How the profiler's counters, the pipes and the clock see a machine instruction:
// data/expansions/classes.tsv.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/machine/listing.h"

namespace kcast::machine {

// Columns of expansions.tsv. hmove: HFMA2 that only loads a constant; the profiler
// counts it as hfma, but it is no arithmetic.
inline constexpr std::array<std::string_view, 17> kCounters = {
    "fadd",  "fmul",    "ffma", "dadd",       "dmul", "dfma",   "hadd",   "hmul", "hfma",
    "hmove", "integer", "bit",  "conversion", "mufu", "branch", "memory", "other"};
inline constexpr std::array<std::string_view, 9> kPipes = {
    "fma", "fma_heavy", "alu", "fp64", "xu", "lsu", "uniform", "branch", "tensor"};
inline constexpr size_t kHmove = 9;

struct OpcodeClass {
  size_t counter = kCounters.size() - 1;
  size_t pipe = 2;
  double latency = 4;
  bool known = false;  // false: no row for this opcode
};

class Classes {
 public:
  static Result<Classes> parse(std::string_view tsv);
  // Resolves every instruction once, so that running is fast.
  void assign(Listing& listing) const;
  const OpcodeClass& at(const Instruction& instruction) const {
    return list_[static_cast<size_t>(instruction.code)];
  }
  const OpcodeClass& of(const Instruction& instruction) const { return list_[row_of(instruction)]; }
  // By name: "IMAD.MOV".
  const OpcodeClass& named(const std::string& name) const;
  // The row of the longest matching name: IMAD.MOV before IMAD.
  size_t row_of(const Instruction& instruction) const;

 private:
  std::map<std::string, size_t> rows_;
  std::vector<OpcodeClass> list_ = {OpcodeClass()};  // the first: unknown opcodes
};

}  // namespace kcast::machine
