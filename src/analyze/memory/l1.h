// One SM's L1: which sectors of its blocks' requests hit, and what goes on to L2.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/memory/fit.h"
#include "schema/gpu/machine.h"

namespace kcast::memory {

// Sectors of one line that leave L1, `repeat` times, each `sector_step` further on.
// Positions are those of the template's block; another block's are displaced.
struct MissEntry {
  uint64_t sector = 0;  // number of the sector that bit 0 of `sectors` stands for
  uint32_t site = 0;
  int32_t steps = 0;     // index into Fit::steps; irregular: -1 - index into Fit::draws
  uint32_t access = 0;   // of the template
  uint32_t request = 0;  // of that access
  uint64_t time = 0;
  uint64_t time_step = 0;
  uint64_t repeat = 1;
  int64_t sector_step = 0;  // a whole number of lines
  uint32_t words = 0;
  uint8_t sectors = 0;
  bool irregular = false;  // other blocks come to it at another time
};

struct L1SiteCounts {
  double sectors = 0;
  double hits = 0;
  double awaited = 0;  // hits on sectors that are on their way
  double merged = 0;   // stored sectors that went on with an earlier store
};

// What one block sends to L2 when it has this place among the blocks of its SM.
struct Stream {
  int32_t block_template = 0;
  int64_t wave = 0;
  int64_t slot = 0;
  double n_blocks = 0;  // of the launch that it stands for, before scaling to the weights
  std::vector<MissEntry> entries;
  std::vector<L1SiteCounts> sites;
};

struct L1Options {
  double capacity_lines = 0;
  int64_t n_units = 1;
  int64_t blocks_per_unit = 1;
  int64_t budget = 0;  // lines looked up
  MachineL1 machine;
};

struct L1Result {
  std::vector<Stream> streams;  // by wave and slot, then those of templates not met there
  int64_t n_waves = 0;          // simulated; later waves are like the last
  bool estimated = false;       // runs were continued from their beginning
  bool thinned = false;         // of requests that were not simulated, not all go on to L2
};

L1Result simulate_l1(const exec::TraceSet& traces, const Fit& fit, Footprints& footprints,
                     const L1Options& options);

// The stream of a block; null when the launch has none.
const Stream* stream_for(const L1Result& l1, int32_t block_template, int64_t wave, int64_t slot);

}  // namespace kcast::memory
