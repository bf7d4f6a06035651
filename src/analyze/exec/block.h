// One block being interpreted; the parts of the interpreter share it.
#pragma once

#include "analyze/exec/access/memory_values.h"
#include "analyze/exec/access/recorder.h"
#include "analyze/exec/access/requests.h"
#include "analyze/exec/block_state.h"
#include "analyze/exec/control/barriers.h"
#include "analyze/exec/control/flow.h"
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
  BlockRunner(RunState& state, const std::array<int64_t, 3>& block, size_t most_warps = SIZE_MAX);
  BlockOutcome run();

 private:
  // exec_block.cpp: warps and barriers.
  void start_warp(Warp& warp, int32_t index);
  bool any_is_through() const;
  void stay_away(Warp& warp);
  void complete_counters();
  void scale_trace();
  BlockOutcome finish();

  // exec_flow.cpp: control.
  void run_warp(Warp& warp);
  bool enter_block(Warp& warp);
  Flow run_steps(Warp& warp);
  void go(Warp& warp, int32_t target);
  Flow branch(Warp& warp, const Step& step, LaneMask taken, LaneMask unknown, int32_t cause);
  void split(Warp& warp, LaneMask taken, LaneMask other, int32_t taken_block, int32_t other_block,
             double scale);
  Flow branch_indexed(Warp& warp, const Step& step);
  Flow leave(Warp& warp, LaneMask mask, bool whole_kernel);
  Flow call(Warp& warp, const Step& step, LaneMask mask);
  int32_t callee_of(Warp& warp, const Step& step, const CallInfo& info, LaneMask mask);
  void forget_results(Warp& warp, const CallInfo& info, LaneMask mask);
  void return_from_call(Warp& warp);
  int32_t exit_of_loop(const Warp& warp, const BlockCode& block, int32_t a, int32_t b) const;
  void settle_doubt(Warp& warp, Path& path);
  void pass(Warp& warp, LaneMask mask, const std::vector<CallInfo::Passed>& from,
            const std::vector<CallInfo::Passed>& to);
  void pass_one(Warp& warp, LaneMask mask, const CallInfo::Passed& from,
                const CallInfo::Passed& to);

  // exec_step.cpp: values.
  Flow run_step(Warp& warp, const Step& step);
  Flow evaluate(Warp& warp, const Step& step, LaneMask mask);
  LaneMask guard_mask(Warp& warp, const Step& step, LaneMask mask, LaneMask& unknown);

  RunState& state_;
  const Program& program_;
  const CounterLayout& layout_;
  BlockState block_;
  const int32_t width_;
  const int32_t chunks_;
  const int32_t stride_;
  const Registers registers_;
  const Deltas deltas_;
  MemoryValues values_;
  Recorder recorder_;
  Requests requests_;
  MathCalls math_calls_;
  Alu alu_;
  WarpOps warp_ops_;
  Barriers barriers_;
  Ending ending_;
  LoopSkipping loops_;
};

// Interprets one block of the grid.
BlockOutcome run_block(RunState& state, const std::array<int64_t, 3>& block);
BlockOutcome run_first_warp(RunState& state, const std::array<int64_t, 3>& block);

}  // namespace kcast::exec
