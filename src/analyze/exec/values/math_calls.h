// Functions of reals that the host computes, and what they and other operations on reals are given.
#pragma once

#include <cstdint>

#include "analyze/exec/block_state.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class MathCalls {
 public:
  MathCalls(RunState& run, const WarpShape& shape, const Registers& registers)
      : options_(run.options),
        reals_(run.reals),
        width_(shape.width),
        chunks_(shape.chunks),
        stride_(shape.stride),
        registers_(registers) {}

  void call(Warp& warp, const Step& step, LaneMask mask);
  void note_operands(const Warp& warp, const Step& step, const Lane* const* sources, LaneMask mask);
  void move_last_digits(Lane* values, int bits);

 private:
  void note_arguments(const Warp& warp, const Step& step, const CallInfo& info, const Lane* values,
                      LaneMask known);

  const ExecOptions& options_;
  RealNumbers& reals_;
  const int32_t width_;
  const int32_t chunks_;
  const int32_t stride_;
  const Registers& registers_;
};

}  // namespace kcast::exec
