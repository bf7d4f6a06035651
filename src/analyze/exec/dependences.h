// Whether blocks read what other blocks write.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/block_state.h"
#include "analyze/exec/run_state.h"

namespace kcast::exec {

// Buffers from which an interpreted block reads values that matter at addresses that another
// one writes. What loops wait for is left out: it is unknown only where it is used.
std::vector<int32_t> dependent_buffers(RunState& state, const std::vector<BlockOutcome>& outcomes);

}  // namespace kcast::exec
