// Whether the operands of an instruction are those that its operation takes.
#pragma once

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Everything that reads operands by their place relies on it; what does not fit is treated as an
// instruction that is not known.
bool fits_form(const Function& function, const Instruction& instruction);

}  // namespace kcast::ptx
