// One block being interpreted: owns its state and the parts that work on it.
//
// Each part refers to the pieces of state that it may touch and to the parts that it calls; parts
// are made in that order, so that none calls one below it.
#pragma once

#include <array>
#include <cstdint>

#include "analyze/exec/access/memory_values.h"
#include "analyze/exec/access/recorder.h"
#include "analyze/exec/access/requests.h"
#include "analyze/exec/block_state.h"
#include "analyze/exec/control/barriers.h"
#include "analyze/exec/control/branches.h"
#include "analyze/exec/control/calls.h"
#include "analyze/exec/control/interpreter.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/loops/ending.h"
#include "analyze/exec/loops/skipping.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/alu.h"
#include "analyze/exec/values/math_calls.h"
#include "analyze/exec/values/registers.h"
#include "analyze/exec/values/warp_ops.h"

namespace kcast::exec {

class BlockRunner {
 public:
  // `most_warps`: only the first so many are made.
  BlockRunner(RunState& run, const std::array<int64_t, 3>& block, size_t most_warps = SIZE_MAX);
  // The parts refer to this one's state.
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  // Once: warps in turns between barriers.
  BlockOutcome run();

 private:
  void start_warp(Warp& warp, int32_t index);
  bool any_is_through() const;
  void stay_away(Warp& warp);
  void complete_counters();
  void scale_trace();
  BlockOutcome finish();

  RunState& run_;
  BlockState block_;

  const Registers registers_;
  const Deltas deltas_;
  MathCalls math_calls_;
  Alu alu_;
  WarpOps warp_ops_;
  MemoryValues memory_values_;
  Recorder recorder_;
  Requests requests_;
  Barriers barriers_;
  Ending ending_;
  LoopSkipping loops_;
  Branches branches_;
  Calls calls_;
  Interpreter interpreter_;
};

// Interprets one block of the grid.
BlockOutcome run_block(RunState& run, const std::array<int64_t, 3>& block);
BlockOutcome run_first_warp(RunState& run, const std::array<int64_t, 3>& block);

}  // namespace kcast::exec
