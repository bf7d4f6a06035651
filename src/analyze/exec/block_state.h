// What is known about one block while it is interpreted. Each part of the interpreter
// refers to the pieces that it needs.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "analyze/exec/trace.h"
#include "analyze/exec/warp.h"
#include "analyze/exec/written_bytes.h"

namespace kcast::exec {

// Lanes of a warp, and how its registers are stored.
struct WarpShape {
  int32_t width = 0;
  int32_t chunks = 0;  // of kChunkLanes
  int32_t stride = 0;  // lanes from one register to the next
};

struct BlockPlace {
  std::array<int64_t, 3> block = {0, 0, 0};
  int64_t linear = 0;  // number of the block in its grid
  size_t n_warps = 0;
};

// What the block has stored.
struct BlockMemory {
  ByteMemory shared;
  Overlay overlay;                        // of global memory
  std::map<uint64_t, uint64_t> counters;  // that blocks share: what this one has added
  uint64_t version = 0;                   // grows with every byte that changes
};

struct BlockBudget {
  double interpreted = 0;     // warp instructions
  bool ending = false;        // it is spent: loops are left as soon as they are understood
  bool ends_by_data = false;  // when some loop ends that was looked at since then
  bool cut_off = false;       // even so the block did not come to its end
  bool skipped = false;       // iterations of some warp
};

// Addresses of one buffer that a block touched, to see whether blocks depend on each other.
struct AddressSpan {
  uint64_t low = UINT64_MAX, high = 0;
  void add(uint64_t from, uint64_t to) {
    low = from < low ? from : low;
    high = to > high ? to : high;
  }
};

struct BlockOutcome {
  std::array<int64_t, 3> block = {0, 0, 0};
  std::vector<double> counters;
  BlockTrace trace;
  double interpreted = 0, skipped = 0;
  double longest_warp = 0;
  double waited = 0;  // cycles, of the warp that waits longest for the clock
  bool complete = true;
  bool estimated = false;
  std::vector<AddressSpan> loaded, stored;  // per buffer; loads whose values matter
};

struct BlockState {
  WarpShape shape;
  BlockPlace place;
  std::vector<Warp> warps;
  BlockMemory memory;
  BlockBudget budget;
  BlockOutcome outcome;
};

}  // namespace kcast::exec
