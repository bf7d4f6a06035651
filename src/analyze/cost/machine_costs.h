// From a function's instructions to machine instructions: the table's costs, minus what ptxas
// fuses, folds into operands or drops.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/cost/expansions.h"
#include "analyze/ptx/ptx.h"

namespace kcast::cost {

// Each instruction's cost after fusion, as ptxas compiles the whole function: an
// instruction that disappears into another costs nothing. Calls of canonical
// functions cost what the function does over benign arguments. Arithmetic on singles
// that flushes denormals says fast math by itself.
// A sum or product of which one of two choices is made is computed under a guard; its
// FLOPs are halved, and `guarded` says by which choice it is guarded.
struct GuardedCost {
  int32_t instruction = 0;
  int32_t choice = 0;       // selp
  bool when_first = false;  // it is computed where the first operand is taken
};
std::vector<MachineCost> machine_costs(const ptx::Module& module, const ptx::Function& function,
                                       bool fast_math = false,
                                       std::vector<GuardedCost>* guarded = nullptr);

}  // namespace kcast::cost
