// Turns instructions of one function into steps (program.h).
#pragma once

#include <cstdint>

#include "analyze/exec/decode/constant_pool.h"
#include "analyze/exec/decode/memory_decoder.h"
#include "analyze/exec/decode/operand_decoder.h"
#include "analyze/exec/program.h"
#include "analyze/ptx/slice.h"

namespace kcast::exec {

class Decoder {
 public:
  Decoder(Program& program, ConstantPool& pool, const ExecOptions& options, int32_t function);
  // The parts refer to this one's function.
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  void run();

 private:
  void name_slots(const ptx::ControlSlice& slice);
  void decode(int32_t instruction, int32_t at, bool needed);
  void decode_plain(const ptx::Instruction& in, Step& step);
  void decode_mov(const ptx::Instruction& in, Step& step);
  void decode_call(const ptx::Instruction& in, Step& step, bool needed);
  void decode_warp(const ptx::Instruction& in, Step& step);
  void decode_carry(const ptx::Instruction& in, Step& step);
  void add(const Step& step) { code_.steps.push_back(step); }

  void find_tests(const ptx::Loop& loop);
  void fuse_difference(const ptx::Instruction& in, Step& step);
  CallInfo::Passed passed(const ptx::Operand& operand);

  Program& program_;
  const ExecOptions& options_;
  FunctionCode& code_;
  const ptx::Function& function_;
  OperandDecoder operands_;
  MemoryDecoder memory_;
};

}  // namespace kcast::exec
