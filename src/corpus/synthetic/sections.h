// The parts that a synthetic kernel is made of.
#pragma once

#include "corpus/synthetic/writer.h"

namespace kcast::corpus {

// A loop, a branch, some arithmetic, ...: what each thread does for itself.
void add_section(SynthWriter& writer);
// What the threads of a block or warp do together: every thread must get there.
void add_collective_section(SynthWriter& writer);

}  // namespace kcast::corpus
