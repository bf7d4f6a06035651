// What ptxas makes straight: branches that become predicates, short loops that are unrolled.
#pragma once

#include <cstdint>

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// A pointer of unknown space is taken for one to global memory.
Space memory_of(const Instruction& instruction);

// It writes to memory and answers nothing.
bool issues_store(const Instruction& instruction);

// A barrier, or a wait for memory.
bool is_barrier(const Instruction& instruction);

// A short block that the one before it runs or skips; behind the exit of a loop nothing is
// predicated.
bool is_predicated(const Function& function, int32_t block);

// Whether machine code has a block that begins here, too. Instructions are issued in order: it
// comes after the loads whose values were used before.
bool begins_anew(const Function& function, int32_t block);

// The block ends by a comparison with a 32-bit counter that a constant is added to.
bool counts_rounds(const Function& function, const Block& block);

// ptxas unrolls a short loop that only loads, and whose rounds are counted: so many rounds become
// one, or 1. `rounds`: of the loop, each time that it is entered.
int rounds_together(const Function& function, const Loop& loop, double rounds);

}  // namespace kcast::ptx
