// Puts casts around tid(0) and the like where their sign would be seen.
#pragma once

#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// They are int in neutral text, unsigned in CUDA and size_t in OpenCL. Where the difference could
// be seen, that is, where a negative number may be near, a cast to int is put around them;
// elsewhere they stay bare, as people write them.
void settle_index_signs(Program& program);

}  // namespace kcast::corpus
