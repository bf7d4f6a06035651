// Operands of the instructions of one function as slots.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/decode/constant_pool.h"
#include "analyze/exec/program.h"

namespace kcast::exec {

class OperandDecoder {
 public:
  // `code`: of the function, with its slots named before the first operand is decoded.
  OperandDecoder(const Program& program, ConstantPool& pool, const ExecOptions& options,
                 const FunctionCode& code, const ptx::Function& function)
      : program_(program), pool_(pool), options_(options), code_(code), function_(function) {}

  Slot operand(const ptx::Operand& operand, ptx::Type type);
  Slot source(const ptx::Instruction& in, size_t k, ptx::Type type);
  Slot destination(const ptx::Operand& operand) const;
  std::vector<Slot> elements(const ptx::Operand& operand, ptx::Type type, bool written);
  uint64_t symbol_address(int32_t index) const;

 private:
  Lane free_constant(Lane value, ptx::Type type) const;
  Slot special(const ptx::Operand& operand);

  const Program& program_;
  ConstantPool& pool_;
  const ExecOptions& options_;
  const FunctionCode& code_;
  const ptx::Function& function_;
};

// A step after which the results of the instruction are unknown.
void add_opaque(FunctionCode& code, OperandDecoder& operands, const ptx::Instruction& in,
                Step step);

}  // namespace kcast::exec
