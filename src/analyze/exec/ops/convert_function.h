// Conversions between types on lanes.
#pragma once

#include <cstdint>

#include "analyze/exec/ops/lanes.h"
#include "analyze/ptx/ptx.h"

namespace kcast::exec {

// nullptr where there is none; `imm` is what the function is to be given.
LaneFn convert_function(const ptx::Instruction& instruction, uint64_t& imm);
// Added to the immediate of a conversion from reals to integers: what is out of range becomes any
// integer instead of the nearest.
uint64_t free_overflow(uint64_t seed);

}  // namespace kcast::exec
