// Memory instructions of one function as steps.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/cost/uniform_registers.h"
#include "analyze/exec/decode/constant_pool.h"
#include "analyze/exec/decode/operand_decoder.h"
#include "analyze/exec/program.h"

namespace kcast::exec {

class MemoryDecoder {
 public:
  MemoryDecoder(Program& program, ConstantPool& pool, FunctionCode& code,
                const ptx::Function& function, OperandDecoder& operands)
      : program_(program),
        pool_(pool),
        code_(code),
        function_(function),
        operands_(operands),
        uniform_(cost::uniform_registers(function)) {}

  // `needed`: the values that it loads or stores matter.
  void decode(const ptx::Instruction& in, Step& step, bool needed);

 private:
  bool decode_operands(const ptx::Instruction& in, Step& step, MemoryInfo& info);
  void decode_parameter_load(const ptx::Instruction& in, Step& step);
  int32_t site_of(const ptx::Instruction& in, int32_t instruction, AccessKind kind,
                  ptx::Space space, int32_t bytes);

  Program& program_;
  ConstantPool& pool_;
  FunctionCode& code_;
  const ptx::Function& function_;
  OperandDecoder& operands_;
  const std::vector<bool> uniform_;  // per register: the same for all lanes
};

}  // namespace kcast::exec
