// Turns instructions of one function into steps (exec_program.h).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/exec/program.h"

namespace kcast::exec {

// Constants of a program, each once.
class ConstantPool {
 public:
  explicit ConstantPool(Program& program) : program_(program) {}
  Slot value(Lane value);
  Slot lanes(const std::vector<Lane>& lanes);
  Slot unknown(const std::string& name);

 private:
  Program& program_;
  std::map<Lane, Slot> values_;
  std::map<std::string, Slot> unknowns_;
};

class Decoder {
 public:
  Decoder(Program& program, ConstantPool& pool, const ExecOptions& options, int32_t function);
  void run();

 private:
  void name_slots(const ptx::ControlSlice& slice);
  void decode(int32_t instruction, int32_t at, bool needed);
  void decode_plain(const ptx::Instruction& in, Step& step);
  void decode_mov(const ptx::Instruction& in, Step& step);
  void decode_memory(const ptx::Instruction& in, Step& step, bool needed);
  bool decode_operands(const ptx::Instruction& in, Step& step, MemoryInfo& info);
  void decode_parameter_load(const ptx::Instruction& in, Step& step);
  void decode_call(const ptx::Instruction& in, Step& step, bool needed);
  void decode_warp(const ptx::Instruction& in, Step& step);
  void decode_carry(const ptx::Instruction& in, Step& step);
  void add_opaque(const ptx::Instruction& in, Step step);
  void add(const Step& step) { code_.steps.push_back(step); }

  void find_tests(const ptx::Loop& loop);
  void fuse_difference(const ptx::Instruction& in, Step& step);
  Slot operand(const ptx::Operand& operand, ptx::Type type);
  Lane free_constant(Lane value, ptx::Type type) const;
  Slot source(const ptx::Instruction& in, size_t k, ptx::Type type);
  Slot special(const ptx::Operand& operand);
  Slot destination(const ptx::Operand& operand) const;
  std::vector<Slot> elements(const ptx::Operand& operand, ptx::Type type, bool written);
  uint64_t symbol_address(int32_t index) const;
  CallInfo::Passed passed(const ptx::Operand& operand);
  int32_t site_of(const ptx::Instruction& in, int32_t instruction, AccessKind kind,
                  ptx::Space space, int32_t bytes);

  Program& program_;
  ConstantPool& pool_;
  const ExecOptions& options_;
  FunctionCode& code_;
  const ptx::Function& function_;
  std::vector<bool> uniform_;  // per register: the same for all lanes
};

}  // namespace kcast::exec
