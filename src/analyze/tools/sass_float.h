// Floating point, conversions and the special function unit.
#pragma once

#include "analyze/tools/sass_machine.h"

namespace kcast::tools {

// False when the opcode is none of these.
bool execute_float(Machine& machine, const Instruction& instruction);

}  // namespace kcast::tools
