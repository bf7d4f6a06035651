// Registers that a kernel needs, estimated from its PTX.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::cost {

// The most registers that are alive at once in machine code, as ptxas is expected to order it.
int64_t register_demand(const ptx::Module& module, const ptx::Function& function);

// What ptxas is expected to allocate per thread for that demand, with the kernel's launch bounds.
int64_t estimate_registers(const ptx::Function& function, int64_t demand,
                           int64_t registers_per_unit, int64_t registers_per_thread_max);

// ptxas adds up what the lanes of a warp bring to one address, and one of them goes to
// memory with it: for 32-bit integers, where the address is visibly the same for all.
bool is_added_up(const ptx::Instruction& atomic, const std::vector<bool>& uniform);

}  // namespace kcast::cost
