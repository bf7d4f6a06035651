// Writes memory requests down: the trace of global and local memory, conflicts between the banks
// of shared memory, and which buffers are touched or missed.
#pragma once

#include <cstdint>
#include <vector>

#include "analyze/exec/access/memory_values.h"
#include "analyze/exec/access/request.h"
#include "analyze/exec/block_state.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/run_state.h"

namespace kcast::exec {

class Recorder {
 public:
  Recorder(RunState& run, BlockState& block, const Deltas& deltas, const MemoryValues& values)
      : program_(*run.program),
        layout_(run.program->counters),
        options_(run.options),
        history_(run.requests),
        trace_complete_(block.outcome.trace.complete),
        loaded_(block.outcome.loaded),
        stored_(block.outcome.stored),
        ending_(block.budget.ending),
        linear_block_(block.place.linear),
        n_warps_(block.place.n_warps),
        width_(block.shape.width),
        stride_(block.shape.stride),
        deltas_(deltas),
        values_(values) {}

  void record(Warp& warp, const Step& step, const MemoryInfo& info, const Request& request);
  void record_shared(Warp& warp, const MemoryInfo& info, Slot slot, const Lane* address,
                     LaneMask mask);
  // Lanes without a known address.
  void record_unknown(Warp& warp, const Step& step, const MemoryInfo& info, LaneMask mask);

 private:
  struct LaneOffsets {
    int32_t at[kMaxLanes] = {};
    int32_t count = 0;
  };
  void check_range(Warp& warp, const MemoryInfo& info, const Lane* address, LaneMask mask,
                   Slot slot);
  static bool end_loop_of(Warp& warp, int lane);
  void push_access(Warp& warp, const Step& step, const MemoryInfo& info, uint64_t base,
                   const LaneOffsets& offsets);

  const Program& program_;
  const CounterLayout& layout_;
  const ExecOptions& options_;
  RequestHistory& history_;
  bool& trace_complete_;
  std::vector<AddressSpan>& loaded_;
  std::vector<AddressSpan>& stored_;
  const bool& ending_;  // loops are left early
  const int64_t linear_block_;
  const size_t n_warps_;
  const int32_t width_;
  const int32_t stride_;
  const Deltas& deltas_;
  const MemoryValues& values_;
};

}  // namespace kcast::exec
