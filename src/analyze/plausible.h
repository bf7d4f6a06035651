// Whether a prediction can be believed, judged by what every program does: it comes to an end, it
// stays in its buffers, and it works on what it is given.
#pragma once

#include <string>

#include "analyze/analyze.h"
#include "analyze/ptx/ptx.h"
#include "schema/sample.h"

namespace kcast::analyze {

// What is wrong with it, as the second half of a sentence; empty: nothing. A launch of which
// nothing was assumed or estimated is believed.
std::string implausible(const Analysis& analysis, const ptx::Function& kernel,
                        const Launch& launch);

}  // namespace kcast::analyze
