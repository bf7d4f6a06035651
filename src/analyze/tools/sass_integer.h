// Integer, logic, selection and movement.
#pragma once

#include "analyze/tools/sass_machine.h"

namespace kcast::tools {

// False when the opcode is none of these.
bool execute_integer(Machine& machine, const Instruction& instruction);

}  // namespace kcast::tools
