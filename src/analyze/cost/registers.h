// Registers that a kernel needs, estimated from its PTX: the most values alive at
// once, without those that machine code keeps elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::cost {

struct RegisterPressure {
  int64_t live = 0;     // most 32-bit registers alive at once, all values
  int64_t varying = 0;  // the same without values that are equal in the whole warp
};

RegisterPressure register_pressure(const ptx::Function& function);

// What ptxas is expected to allocate per thread, with the kernel's launch bounds.
int64_t estimate_registers(const ptx::Function& function, int64_t registers_per_unit,
                           int64_t registers_per_thread_max);

// ptxas adds up what the lanes of a warp bring to one address, and one of them goes to
// memory with it: for 32-bit integers, where the address is visibly the same for all.
bool is_added_up(const ptx::Instruction& atomic, const std::vector<bool>& uniform);

}  // namespace kcast::cost
