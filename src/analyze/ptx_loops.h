// Dominators and natural loops of a function whose blocks are connected.
#pragma once

#include "analyze/ptx.h"

namespace kcast::ptx {

// Fills immediate dominators, loops and the flag for irreducible cycles. Loops so
// deep that their lists of blocks would not fit are an error.
Status find_loops(Function& function);

}  // namespace kcast::ptx
