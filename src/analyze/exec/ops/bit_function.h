// Logic, shifts, bit fields, selection and movement on lanes.
#pragma once

#include <cstdint>

#include "analyze/exec/ops/lanes.h"
#include "analyze/ptx/ptx.h"

namespace kcast::exec {

// nullptr where there is none; `imm` is what the function is to be given.
LaneFn bit_function(const ptx::Instruction& instruction, uint64_t& imm);

}  // namespace kcast::exec
