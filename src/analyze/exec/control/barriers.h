// Barriers of a block: who waits, and who may go on.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/block_state.h"
#include "analyze/exec/control/flow.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class Barriers {
 public:
  Barriers(RunState& run, BlockState& block, const Registers& registers)
      : layout_(run.program->counters),
        options_(run.options),
        findings_(run.findings),
        warps_(block.warps),
        budget_(block.budget),
        estimated_(block.outcome.estimated),
        width_(block.shape.width),
        registers_(registers) {}

  Flow arrive(Warp& warp, const Step& step, LaneMask mask);
  bool release();

 private:
  void finish(Warp& warp, int64_t value);

  const CounterLayout& layout_;
  const ExecOptions& options_;
  Findings& findings_;
  std::vector<Warp>& warps_;
  const BlockBudget& budget_;
  bool& estimated_;
  const int32_t width_;
  const Registers& registers_;
};

}  // namespace kcast::exec
