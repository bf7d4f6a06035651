// Operations between the lanes of a warp: shuffles, votes, matches, reductions.
#pragma once

#include <cstdint>

#include "analyze/exec/block_state.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class WarpOps {
 public:
  WarpOps(RunState& run, const WarpShape& shape, const Registers& registers, const Deltas& deltas)
      : options_(run.options),
        unknowns_(run.unknowns),
        width_(shape.width),
        stride_(shape.stride),
        registers_(registers),
        deltas_(deltas) {}

  void run(Warp& warp, const Step& step, LaneMask mask);

 private:
  void shuffle(Warp& warp, const Step& step, LaneMask mask);
  void vote(Warp& warp, const Step& step, LaneMask mask);
  void match(Warp& warp, const Step& step, LaneMask mask);
  void redux(Warp& warp, const Step& step, LaneMask mask);

  const ExecOptions& options_;
  Unknowns& unknowns_;
  const int32_t width_;
  const int32_t stride_;
  const Registers& registers_;
  const Deltas& deltas_;
};

}  // namespace kcast::exec
