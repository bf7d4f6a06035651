// Registers that an instruction of PTX needs in machine code beside what it reads and writes.
#pragma once

#include <cstdint>

#include "analyze/ptx/ptx.h"

namespace kcast::cost {

struct StepNeeds {
  int32_t registers = 0;  // beside what lives across it
  bool wall = false;      // it has branches or calls of its own, over which nothing is moved
};

StepNeeds step_needs(const ptx::Module& module, const ptx::Instruction& instruction);

}  // namespace kcast::cost
