// Which registers hold the same value in all lanes that run.
#pragma once

#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::cost {

// Per register: its value is the same for all lanes that run, wherever it is defined: made of
// parameters, constants, block coordinates alone, on ways that the lanes go together.
std::vector<bool> uniform_registers(const ptx::Function& function);

}  // namespace kcast::cost
