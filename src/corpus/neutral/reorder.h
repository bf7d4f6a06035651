// Another order of statements that do not depend on one another.
#pragma once

#include "base/rng.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// Statements move only between walls: control flow, barriers, atomics, warp functions and calls
// with effects stay where they are, and so does everything's order to them.
void reorder_statements(Program& program, Rng& rng);

}  // namespace kcast::corpus
