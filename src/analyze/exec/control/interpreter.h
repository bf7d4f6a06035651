// Runs a warp step by step until it ends or waits; each step goes to the part that knows its kind.
#pragma once

#include <cstdint>

#include "analyze/exec/access/requests.h"
#include "analyze/exec/block_state.h"
#include "analyze/exec/control/barriers.h"
#include "analyze/exec/control/branches.h"
#include "analyze/exec/control/calls.h"
#include "analyze/exec/control/flow.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/loops/skipping.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/alu.h"
#include "analyze/exec/values/math_calls.h"
#include "analyze/exec/values/registers.h"
#include "analyze/exec/values/warp_ops.h"

namespace kcast::exec {

struct InterpreterParts {
  const Registers& registers;
  const Deltas& deltas;
  Alu& alu;
  MathCalls& math_calls;
  WarpOps& warp_ops;
  Requests& requests;
  Barriers& barriers;
  Branches& branches;
  Calls& calls;
  LoopSkipping& loops;
};

class Interpreter {
 public:
  Interpreter(RunState& run, BlockState& block, const InterpreterParts& parts)
      : program_(*run.program),
        layout_(run.program->counters),
        options_(run.options),
        unknowns_(run.unknowns),
        budget_(block.budget),
        estimated_(block.outcome.estimated),
        chunks_(block.shape.chunks),
        parts_(parts) {}

  void run(Warp& warp);

 private:
  bool enter_block(Warp& warp);
  Flow run_steps(Warp& warp);
  Flow run_step(Warp& warp, const Step& step);
  Flow evaluate(Warp& warp, const Step& step, LaneMask mask);
  void read_clock(Warp& warp, const Step& step, LaneMask mask);
  LaneMask guard_mask(Warp& warp, const Step& step, LaneMask mask, LaneMask& unknown);

  const Program& program_;
  const CounterLayout& layout_;
  const ExecOptions& options_;
  Unknowns& unknowns_;
  BlockBudget& budget_;
  bool& estimated_;
  const int32_t chunks_;
  const InterpreterParts parts_;
};

}  // namespace kcast::exec
