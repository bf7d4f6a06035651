// Calls of device functions: where they lead, and what is passed in and out.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/block_state.h"
#include "analyze/exec/control/flow.h"
#include "analyze/exec/loops/skipping.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class Calls {
 public:
  Calls(RunState& run, const WarpShape& shape, const Registers& registers, LoopSkipping& loops)
      : program_(*run.program),
        unknowns_(run.unknowns),
        findings_(run.findings),
        width_(shape.width),
        stride_(shape.stride),
        registers_(registers),
        loops_(loops) {}

  Flow call(Warp& warp, const Step& step, LaneMask mask);
  void return_from_call(Warp& warp);

 private:
  LaneMask same_target(Warp& warp, const Step& step, LaneMask mask);
  int32_t pointed_callee(Warp& warp, const Step& step, const CallInfo& info, LaneMask mask);
  int32_t callee_of(Warp& warp, const Step& step, const CallInfo& info, LaneMask mask);
  void forget_results(Warp& warp, const CallInfo& info, LaneMask mask);
  void pass(Warp& warp, LaneMask mask, const std::vector<CallInfo::Passed>& from,
            const std::vector<CallInfo::Passed>& to);
  void pass_one(Warp& warp, LaneMask mask, const CallInfo::Passed& from,
                const CallInfo::Passed& to);

  const Program& program_;
  Unknowns& unknowns_;
  Findings& findings_;
  const int32_t width_;
  const int32_t stride_;
  const Registers& registers_;
  LoopSkipping& loops_;
};

}  // namespace kcast::exec
