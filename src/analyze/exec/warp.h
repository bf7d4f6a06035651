// The state of the warps of one block while it is interpreted.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/program.h"
#include "analyze/exec/trace.h"
#include "analyze/exec/written_bytes.h"

namespace kcast::exec {

// Registers of one function activation.
struct Frame {
  const FunctionCode* code = nullptr;
  std::vector<Lane> registers;    // all lanes of a slot, then the next slot
  std::vector<LaneMask> unknown;  // per slot
  std::vector<int32_t> cause;     // of unknown lanes
  int32_t call_step = -1;         // of the caller
  LaneMask mask = 0;              // lanes that entered
};

// Lanes that run together. The top of the stack runs; the others wait for it.
struct Path {
  int32_t frame = 0;
  int32_t block = 0;
  int32_t from = -1;  // the block before
  int32_t step = -1;  // next step; -1: the block is not yet entered
  int32_t reconvergence = -1;
  LaneMask mask = 0;
  double weight = 1;          // below 1: one side of a branch on an unknown value
  int32_t side = 0;           // of which such branch, and which of its sides; 0: of none
  LaneMask doubtful = 0;      // lanes that ran both sides of such a branch
  int32_t doubt_branch = -1;  // that branch's block
  uint64_t time = 0;          // when the block was entered
  LaneMask called = 0;        // lanes that are back from a call of several targets
};

constexpr int64_t kWildStride = INT64_MIN;  // of an address that jumps about
constexpr int64_t kForever = INT64_MAX;     // iterations that nothing ends

// One loop iteration followed together with the amounts by which every register will
// change in the next one.
struct DeltaContext {
  int32_t loop = -1;
  int32_t frame = 0;
  LaneMask mask = 0;
  bool failed = false;
  // Counts only: what does not change by fixed amounts is `wild` and may reach addresses,
  // never control. The requests behind it are left out of the trace.
  bool relaxed = false;
  std::vector<bool> wild;     // per slot
  int64_t limit = kForever;   // further iterations that will take the same way
  std::vector<Lane> step;     // what registers change by, as seen at the header
  std::vector<Lane> delta;    // the same, as computed so far in this iteration
  std::vector<bool> varying;  // per slot
  std::vector<Lane> start;    // registers at the header
  std::vector<LaneMask> unknown;
  std::vector<double> counters;
  uint64_t time = 0;
  size_t first_access = 0;
  std::vector<int64_t> strides;          // of the accesses since then
  std::vector<std::vector<Lane>> outer;  // deltas of the contexts around, at the start
  uint64_t memory_version = 0;
  bool passed_barrier = false;
};

// A loop at one of its headers: how its rounds since then are judged.
struct LoopMark {
  double rounds = -1;  // that it had run; -1: not noted
  uint64_t time = 0;
  std::vector<double> counters;
  std::vector<double> gaps;  // per test and lane: how far it is from ending the loop
};

struct LoopState {
  int32_t loop = -1;
  int32_t frame = 0;
  size_t depth = 0;  // of the path
  LaneMask mask = 0;
  int64_t iterations = 0;
  int64_t next_try = 1;
  bool has_previous = false;
  std::vector<Lane> previous;
  int64_t unknown_trips = 0;
  int32_t still = 0;  // iterations in a row that changed nothing
  uint64_t memory_version = 0;
  bool force_exit = false;
  LaneMask overrun = 0;    // lanes that went beyond a buffer in it: their loop had ended by then
  std::vector<bool> wild;  // slots that earlier attempts found to be so
  bool retry = false;      // now that they are known
  // Of a block whose budget is or may soon be spent (loops/ending.cpp).
  double rounds = 0;  // iterations, with those that were skipped
  LoopMark base;      // when it was first looked at
  std::vector<double> last_gaps;
  std::vector<Lane> last, before_last;  // registers at the last two visits
  int32_t visits = 0;                   // of the header, since the budget was spent
  bool closing = false;                 // it is to be left
};

enum class WarpStatus : uint8_t { Ready, Waiting, Done };

struct Warp {
  int32_t index = 0;
  WarpStatus status = WarpStatus::Ready;
  LaneMask all = 0;  // lanes that have a thread
  LaneMask live = 0;
  std::vector<Frame> frames;
  size_t n_frames = 0;  // in use; the rest is kept for reuse
  std::vector<Path> paths;
  int32_t sides = 0;           // of branches on unknown values, so far
  std::vector<Lane> specials;  // kWarpSlots * kMaxLanes
  std::vector<Lane> carry;
  LaneMask carry_unknown = 0;
  std::vector<ByteMemory> local;  // per lane
  std::vector<ByteMemory> call;
  uint64_t time = 0;
  std::vector<double> counters;
  std::vector<Access> accesses;
  std::vector<LoopState> loops;
  std::vector<DeltaContext> contexts;
  double interpreted = 0, skipped = 0;
  double clock = 0;     // cycles, as far as it was read: what a loop that waits for it waits
  bool absent = false;  // never begun: it counts like those that ended
  // Barrier that it waits at.
  int64_t barrier = 0, barrier_threads = 0;
  Slot barrier_result = kNoSlot;
  uint64_t barrier_reduction = 0;
  LaneMask barrier_mask = 0;
  int64_t barrier_value = 0;
};

}  // namespace kcast::exec
