// Which addresses follow data: values that were read from memory.
#pragma once

#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Per instruction of a function: a value out of global or constant memory, of a texture or
// of an atomic reaches the address that it uses, through registers, shared or local memory,
// or by deciding a branch on the way. Parameters of a function that is called count as data.
std::vector<bool> addresses_from_data(const Module& module, const Function& function);

// Whether an atomic draws work from a queue: a loop around it ends by the value that it gives.
bool draws_work(const Module& module, const Function& function, int32_t atomic);

}  // namespace kcast::ptx
