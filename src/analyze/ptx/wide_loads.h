// Loads of neighbouring words of shared memory, joined as ptxas joins them.
//
// PTX has one load for every word that the source names. ptxas knows where shared variables lie
// and makes one load of 8 or 16 bytes where the words are neighbours and the first is aligned.
#pragma once

#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

// Loads of one block and one base, with no store, barrier or call between them. What a load is
// joined to comes at the place of the first of them.
void join_shared_loads(Module& module);

}  // namespace kcast::ptx
