// What abstract execution of one block leaves behind for the memory model: its
// memory requests in order, compressed into runs.
//
// Addresses are those of one flat space. Every buffer argument has its own range
// (Layout), starting at a multiple of 2 MiB as large allocations do on the GPU.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::exec {

enum class AccessKind : uint8_t { Load, Store, Atomic, Reduction };

// One memory instruction of the kernel. Shared-memory and local-memory
// instructions are sites too, but only global (and local, which goes through L1)
// ones appear in traces.
struct Site {
  int32_t instruction = 0;  // in the function's list
  int32_t line = 0;
  int32_t file = 0;
  AccessKind kind = AccessKind::Load;
  ptx::Space space = ptx::Space::Global;
  int32_t bytes = 0;          // per lane, all components
  bool bypass_l1 = false;     // volatile, .cg, .cv and the like
  int32_t buffer = -1;        // argument position when all its addresses lie in one; else -1
  int64_t buffer_bytes = 0;   // of that argument's memory; 0: not known
  int32_t function = 0;       // index into Module::functions: the kernel or one that it calls
  bool follows_data = false;  // a value out of memory reaches its addresses
  // A load is issued this many instructions earlier, with that many rounds of its loop.
  int32_t burst_lead = 0;
  int32_t burst_rounds = 1;
};

inline bool is_atomic(const Site& site) {
  return site.kind == AccessKind::Atomic || site.kind == AccessKind::Reduction;
}

// Where the lanes of a request lie, relative to the first active one. Interned:
// equal patterns have one number.
struct Pattern {
  std::vector<int32_t> offsets;  // of the active lanes, bytes, in lane order
  int32_t bytes = 0;             // per lane
};

// `repeat` requests of one warp: request k is at base + k * stride, at virtual
// time `time` + k * time_step. Virtual time counts the warp instructions that this
// warp issued before, so that warps of a block can be interleaved.
struct Access {
  uint32_t site = 0;
  uint32_t pattern = 0;
  uint16_t warp = 0;  // within the block
  uint64_t base = 0;  // address of the first active lane
  uint32_t repeat = 1;
  int64_t stride = 0;
  uint32_t time = 0;
  uint32_t time_step = 0;
};

struct BlockTrace {
  std::array<int64_t, 3> block = {0, 0, 0};
  std::vector<Access>
      accesses;           // by warp, then by time; a run's later requests overlap others in time
  uint32_t duration = 0;  // virtual time of the longest warp
  bool complete = true;   // false: requests are missing, which `scale` makes up for
  std::vector<double> scale;  // per site: requests of the block over those in the trace; empty: 1
};

// Requests of the block that an access of its trace stands for.
inline double requests_of(const BlockTrace& trace, const Access& access) {
  return trace.scale.empty() ? access.repeat : trace.scale[access.site] * access.repeat;
}

// A buffer argument in the flat space.
struct Extent {
  uint64_t base = 0;
  int64_t bytes = 0;
};

// All that the memory model sees of a launch.
struct TraceSet {
  std::array<int64_t, 3> grid = {1, 1, 1};
  int32_t warps_per_block = 1;
  std::vector<Site> sites;
  std::vector<Pattern> patterns;
  std::vector<Extent> extents;     // one per buffer
  std::vector<BlockTrace> blocks;  // the sampled ones
  // How many blocks of the grid each sampled block stands for (sums to the grid).
  std::vector<double> weights;
};

}  // namespace kcast::exec
