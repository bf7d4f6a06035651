// The cost of a PTX instruction by itself, before anything is fused.
#pragma once

#include "analyze/cost/expansions.h"
#include "analyze/ptx/ptx.h"

namespace kcast::cost {

// `merged`: other instructions write the result as well. `fast`: under fast math.
MachineCost plain_cost(const ptx::Module& module, const ptx::Instruction& i, bool merged,
                       bool fast);

// So many integer instructions.
MachineCost integer_cost(float count);

inline bool is_immediate(const ptx::Instruction& i, size_t operand) {
  return operand < i.operands.size() && i.operands[operand].kind == ptx::OperandKind::Immediate;
}

}  // namespace kcast::cost
