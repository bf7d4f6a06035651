// Types of calls.
#pragma once

#include "corpus/neutral/check/check_state.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// Of a built-in function, or of one that the program declares before.
void check_call(CheckState& state, Expr& expr);

}  // namespace kcast::corpus
