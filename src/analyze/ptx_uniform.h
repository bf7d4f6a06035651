// Registers that hold one value for all lanes of a warp, whatever the launch.
#pragma once

#include <vector>

#include "analyze/ptx.h"

namespace kcast::ptx {

// Of parameters, constants, the sizes of the launch, the block's number, and what is
// computed of such or loaded from where such points. Registers with several writers are
// not looked into.
std::vector<bool> uniform_registers(const Function& function);

// ptxas adds up what the lanes of a warp bring to one address, and one of them goes to
// memory with it: for 32-bit integers, where the address is visibly the same for all.
bool is_added_up(const Instruction& atomic, const std::vector<bool>& uniform);

}  // namespace kcast::ptx
