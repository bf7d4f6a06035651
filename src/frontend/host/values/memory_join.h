// Memory where paths of host code meet.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/host/values/memory.h"

namespace kcast::host {

// Further ways lead here from where the journal of this number was opened, each with what it
// changed.
void merge_ways(HostMemory& memory, size_t journal, const std::vector<MemoryDelta>& ways,
                CauseSet condition);

// Several paths end here; `with_base` when the state before them is possible too.
// True when this makes a difference to the state before them.
bool join_paths(HostMemory& memory, const std::vector<MemoryDelta>& paths, bool with_base,
                CauseSet condition);

}  // namespace kcast::host
