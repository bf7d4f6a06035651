// Fast-forward: a loop whose registers change by fixed amounts and whose comparisons
// keep their outcome is skipped ahead instead of stepped through.
//
// Per attempt two visits of the header give the amounts, and one more iteration, run
// with them (deltas.h), proves that they stay and says for how long. One
// iteration less than that is skipped, so that the first and the last of a stretch
// really ran: what an outer loop's attempt must know about the stretch lies between.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/block_state.h"
#include "analyze/exec/loops/ending.h"
#include "analyze/exec/run_state.h"

namespace kcast::exec {

class LoopSkipping {
 public:
  LoopSkipping(RunState& run, BlockState& block, Ending& ending)
      : program_(*run.program),
        options_(run.options),
        fast_forward_(run.fast_forward),
        unknowns_(run.unknowns),
        experience_(run.experience),
        findings_(run.findings),
        site_buffer_(run.requests.site_buffer),
        recorded_(run.requests.recorded),
        budget_(block.budget),
        memory_version_(block.memory.version),
        estimated_(block.outcome.estimated),
        trace_complete_(block.outcome.trace.complete),
        stride_(block.shape.stride),
        ending_(ending) {}

  // The running path has come to the header of a loop.
  void at_header(Warp& warp, int32_t loop, bool back_edge);
  void leave_loops(Warp& warp, int32_t block);
  void leave_functions(Warp& warp);
  void forget_polled(Warp& warp, int32_t loop);

 private:
  bool in_hurry() const;
  void start_context(Warp& warp, LoopState& state);
  bool finish_context(Warp& warp, LoopState& state);
  bool context_holds(Warp& warp, LoopState& state, DeltaContext& context);
  void skip(Warp& warp, DeltaContext& context, int64_t n);
  void repeat_accesses(Warp& warp, DeltaContext& context, int64_t n, uint64_t iteration);
  void drop_contexts(Warp& warp, size_t keep);

  const Program& program_;
  const ExecOptions& options_;
  const bool fast_forward_;
  Unknowns& unknowns_;
  LoopHistory& experience_;
  Findings& findings_;
  const std::vector<int32_t>& site_buffer_;
  int64_t& recorded_;
  BlockBudget& budget_;
  const uint64_t& memory_version_;
  bool& estimated_;
  bool& trace_complete_;
  const int32_t stride_;
  Ending& ending_;
};

}  // namespace kcast::exec
