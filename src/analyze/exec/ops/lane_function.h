// The choice of a lane function for an instruction.
#pragma once

#include <cstdint>

#include "analyze/exec/ops/lanes.h"
#include "analyze/ptx/ptx.h"

namespace kcast::exec {

// The function of an arithmetic, logic, comparison, selection or conversion
// instruction with one result and up to three register-wide sources; nullptr where
// there is none.
LaneFn lane_function(const ptx::Instruction& instruction, uint64_t& imm);

}  // namespace kcast::exec
