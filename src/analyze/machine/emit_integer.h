// Integer, logic, selection and movement.
#pragma once

#include <string_view>

#include "analyze/machine/emitter.h"

namespace kcast::machine {

// False where the opcode is none of these. `opcode` is without the letter of uniform instructions.
bool emit_integer(Emitter& out, std::string_view opcode);

}  // namespace kcast::machine
