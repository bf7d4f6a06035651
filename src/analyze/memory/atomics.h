// Atomics that wait for each other because they are on one address.
#pragma once

#include "analyze/memory/fit.h"

namespace kcast::memory {

// Over the whole launch.
struct AtomicChains {
  double on_address = 0;  // longest chain of atomics on one address
  double on_line = 0;     // operations on the line with the most: sectors of coalesced
                          // requests, lanes of scattered ones
  double lines = 1;       // with nearly as many
};
// `sector_bytes` is what L2 executes at once.
AtomicChains atomic_chains(const exec::TraceSet& traces, const Fit& fit, int64_t sector_bytes);

}  // namespace kcast::memory
