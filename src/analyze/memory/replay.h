// All blocks of a launch through L2, in scheduling order, on a sample of the lines.
//
// Lines whose number is a multiple of a prime are simulated. Where a block's lines
// lie is known from its stream and its displacement, so only those are visited.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/memory/l1.h"
#include "analyze/memory/l2.h"
#include "schema/gpu/l2_contents.h"
#include "schema/gpu/machine.h"

namespace kcast::memory {

struct ReplayOptions {
  int64_t n_units = 1;
  int64_t blocks_per_unit = 1;
  int64_t budget = 0;       // lines looked up
  int64_t unit_groups = 1;  // of SMs with a way to L2 in common; consecutive blocks share one
  MachineTlb tlb;
  L2State start = L2State::Cold;
  const L2Contents* contents = nullptr;  // with L2State::Program: what was there before
};

// Counts of the whole launch, up to a common factor that `sites[].lookups` carries too.
struct ReplayResult {
  std::vector<L2SiteCounts> sites;
  std::vector<double> stream_blocks;  // blocks that each of L1's streams stood for
  double written_back = 0;            // sectors
  double filled = 0;                  // sectors
  double unique_read = 0;             // sectors
  double unique_written = 0;
  double page_walks = 0;  // requests whose page was not in the TLB
  double sampling = 1;    // one line in this many was simulated
  double n_lookups = 0;   // simulated
  L2Contents left;        // with L2State::Program
};

ReplayResult replay_l2(const exec::TraceSet& traces, const Fit& fit, const L1Result& l1,
                       const L2Options& l2, const ReplayOptions& options);

}  // namespace kcast::memory
