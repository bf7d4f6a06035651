// Arithmetic, comparisons and moves: one step for all lanes of a path.
#pragma once

#include <cstdint>

#include "analyze/exec/block_state.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/math_calls.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class Alu {
 public:
  Alu(RunState& run, const WarpShape& shape, const Registers& registers, const Deltas& deltas,
      MathCalls& math_calls)
      : unknowns_(run.unknowns),
        chunks_(shape.chunks),
        stride_(shape.stride),
        registers_(registers),
        deltas_(deltas),
        math_calls_(math_calls) {}

  void compute(Warp& warp, const Step& step, LaneMask mask);
  void compare(Warp& warp, const Step& step, LaneMask mask);  // setp and set
  void add_with_carry(Warp& warp, const Step& step, LaneMask mask);
  void pack_or_unpack(Warp& warp, const Step& step, LaneMask mask);
  // Results of an instruction that is not evaluated.
  void forget(Warp& warp, const Step& step, LaneMask mask);

 private:
  Unknowns& unknowns_;
  const int32_t chunks_;
  const int32_t stride_;
  const Registers& registers_;
  const Deltas& deltas_;
  MathCalls& math_calls_;
};

}  // namespace kcast::exec
