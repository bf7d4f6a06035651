// Cache traffic of a launch: L1 per SM, L2, DRAM, from the traces of sampled blocks.
//
// Per access site the address of a block's request is fitted as an affine function
// of the block's coordinates and checked on the other sampled blocks; fitted blocks
// are replayed in scheduling order through a set-sampled model. What does not fit
// is drawn from the samples' distribution and reported.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/trace.h"
#include "schema/gpu/gpu.h"
#include "schema/gpu/l2_contents.h"

namespace kcast::memory {

struct SiteTraffic {
  double requests = 0;  // warp-wide, whole launch
  double sectors = 0;   // of L1 (atomics: of L2), as the GPU has them, whole launch
  double l1_hit_sectors = 0;
  double l1_awaited_sectors = 0;  // hits for which another warp's miss has to come back
  double l2_sectors = 0;          // of L2 as the GPU has them, that reach it
  double l2_hit_sectors = 0;
  double dram_read_bytes = 0;
  bool affine = true;    // addresses were fitted and the fit held
  bool in_line = false;  // all units ask for the same lines in the same order
};

struct MemoryTraffic {
  double l1_bytes = 0;         // as l1tex__t_bytes
  double l1_hit_rate_pct = 0;  // as ncu prints it
  double l2_bytes = 0;         // as lts__t_bytes
  double l2_sm_bytes = 0;      // as lts__t_sectors_srcunit_tex, in bytes
  double l2_hit_rate_pct = 0;
  double dram_read_bytes = 0;
  double dram_write_bytes = 0;
  double unique_read_bytes = 0;  // footprint, sectors
  double unique_write_bytes = 0;
  double far_fraction = 0;          // share of L2 accesses that cross partitions
  double same_address_atomics = 0;  // longest chain of atomics on one address, whole launch
  double same_line_atomics = 0;     // operations on the line with the most, whole launch
  double busy_atomic_lines = 1;     // with nearly as many
  double atomic_sectors = 0;        // atomic operations as L2 executes them (per distinct sector)
  std::vector<SiteTraffic> sites;
  bool estimated = false;   // some part is drawn from a distribution
  bool thinned = false;     // too many requests to follow each of them to L2
  double affine_share = 1;  // of the L1 sectors
  double data_share = 0;    // of the L1 sectors: addresses that follow data and do not fit
  L2Contents left;          // with L2State::Program: what the launch leaves in L2
};

struct Residency {
  int64_t blocks_per_unit = 1;  // resident together on an SM
  int64_t carveout_bytes = 0;   // shared memory set aside
};

struct MemoryOptions {
  int64_t budget = 400000;  // simulated L2 and L1 accesses together
  L2State l2 = L2State::Cold;
  const L2Contents* before = nullptr;  // with L2State::Program
};

MemoryTraffic model_memory(const exec::TraceSet& traces, const Gpu& gpu, const Residency& residency,
                           const MemoryOptions& options = {});

}  // namespace kcast::memory
