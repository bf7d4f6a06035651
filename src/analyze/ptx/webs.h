// Registers of machine code hold many values one after the other. Each gets a register of its own,
// so that what is found out of one value is not taken for another.
#pragma once

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// `function` has its blocks. A value that ways of different origin bring to one reader is one.
void split_registers(Function& function);

}  // namespace kcast::ptx
