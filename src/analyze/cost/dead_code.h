// What ptxas leaves out because nobody needs its result.
#pragma once

#include <vector>

#include "analyze/cost/expansions.h"
#include "analyze/cost/register_uses.h"

namespace kcast::cost {

// Takes the cost of values that nothing which stays is made of: nvcc keeps shuffles and what they
// exchange, ptxas does not. Loads keep theirs.
void drop_unused(const ptx::Module& module, const RegisterUses& uses,
                 std::vector<MachineCost>& costs);

}  // namespace kcast::cost
