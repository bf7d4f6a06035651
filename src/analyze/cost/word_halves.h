// Words of 64 bits that are put together of halves, which are registers of their own.
#pragma once

#include <vector>

#include "analyze/cost/expansions.h"
#include "analyze/cost/register_uses.h"

namespace kcast::cost {

// Shifts by half a word, and logic on halves of which one is empty, only name registers: that
// is how a double goes through a shuffle. Lowers the costs of `uses`' function so.
void join_halves(const RegisterUses& uses, std::vector<MachineCost>& costs);

}  // namespace kcast::cost
