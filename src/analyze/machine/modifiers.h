// Which forms of machine instructions are understood.
#pragma once

#include "analyze/machine/listing.h"

namespace kcast::machine {

// Whether all parts of its name, and of those of its registers, are among them. A part that is not
// known may change what the instruction does.
bool is_known_form(const Instruction& instruction);

}  // namespace kcast::machine
