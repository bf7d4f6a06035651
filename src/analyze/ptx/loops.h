// Dominators and natural loops of a function whose blocks are connected.
#pragma once

#include "analyze/ptx/dominators.h"
#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Fills immediate dominators, loops and the flag for irreducible cycles. Loops so
// deep that their lists of blocks would not fit are an error.
Status find_loops(Function& function);

// A walk down the tree of dominators: a block dominates those that it encloses.
WalkOrder dominator_tree(const Function& function);

}  // namespace kcast::ptx
