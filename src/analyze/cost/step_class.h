// What kind of step an instruction is for the order and the registers of machine code.
#pragma once

#include <cstdint>

#include "analyze/ptx/ptx.h"

namespace kcast::cost {

enum class StepClass : uint8_t { Arithmetic, Constant, Load, SharedLoad, Store, Fence, Branch };
StepClass class_of(const ptx::Instruction& instruction);

// A special register that is equal in the whole block, and takes no register of a thread.
bool is_constant_special(const ptx::Operand& operand);

// What the uniform datapath computes.
bool is_uniform_operation(const ptx::Instruction& instruction);

// It is carried out even if nobody reads its result.
bool has_effect(const ptx::Instruction& instruction);

}  // namespace kcast::cost
