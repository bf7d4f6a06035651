// Paths of the lanes of a warp: branches, divergence and reconvergence.
#pragma once

#include <cstdint>

#include "analyze/exec/block_state.h"
#include "analyze/exec/control/flow.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/loops/skipping.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class Branches {
 public:
  Branches(RunState& run, BlockState& block, const Registers& registers, const Deltas& deltas,
           LoopSkipping& loops)
      : layout_(run.program->counters),
        unknowns_(run.unknowns),
        estimated_(block.outcome.estimated),
        width_(block.shape.width),
        registers_(registers),
        deltas_(deltas),
        loops_(loops) {}

  void jump(Warp& warp, int32_t target);
  // `unknown`: lanes whose guard is unknown, because of `cause`.
  Flow branch(Warp& warp, const Step& step, LaneMask taken, LaneMask unknown, int32_t cause);
  Flow branch_indexed(Warp& warp, const Step& step);
  Flow leave(Warp& warp, LaneMask mask, bool whole_kernel);
  void settle_doubt(Warp& warp, Path& path);

 private:
  void split(Warp& warp, LaneMask taken, LaneMask other, int32_t taken_block, int32_t other_block,
             double scale);
  int32_t exit_of_loop(const Warp& warp, const BlockCode& block, int32_t a, int32_t b) const;

  const CounterLayout& layout_;
  Unknowns& unknowns_;
  bool& estimated_;
  const int32_t width_;
  const Registers& registers_;
  const Deltas& deltas_;
  LoopSkipping& loops_;
};

}  // namespace kcast::exec
