// What ptxas fuses of the arithmetic on reals.
#pragma once

#include <vector>

#include "analyze/cost/expansions.h"
#include "analyze/cost/register_uses.h"
#include "analyze/ptx/ptx.h"

namespace kcast::cost {

// Drops from the costs of a function's instructions what ptxas fuses into others or folds into
// operands. `uses` is the function's.
void fuse_reals(const ptx::Module& module, const RegisterUses& uses,
                std::vector<MachineCost>& costs);

}  // namespace kcast::cost
