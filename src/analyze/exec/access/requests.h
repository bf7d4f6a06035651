// Memory instructions: whose lanes ask for what, request by request.
#pragma once

#include <vector>

#include "analyze/exec/access/memory_values.h"
#include "analyze/exec/access/recorder.h"
#include "analyze/exec/access/request.h"
#include "analyze/exec/block_state.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class Requests {
 public:
  Requests(RunState& run, BlockState& block, const Registers& registers, const Deltas& deltas,
           Recorder& recorder, MemoryValues& values)
      : program_(*run.program),
        layout_(run.program->counters),
        options_(run.options),
        unknowns_(run.unknowns),
        site_space_(run.requests.site_space),
        estimated_(block.outcome.estimated),
        width_(block.shape.width),
        stride_(block.shape.stride),
        registers_(registers),
        deltas_(deltas),
        recorder_(recorder),
        values_(values) {}

  void run(Warp& warp, const Step& step, LaneMask mask);

 private:
  void run_part(Warp& warp, const Step& step, const MemoryInfo& info, const Request& request,
                LaneMask unknown);
  void copy(Warp& warp, const Step& step, const MemoryInfo& info, LaneMask mask);
  void run_matrix(Warp& warp, const Step& step, const MemoryInfo& info, LaneMask mask);
  LaneMask gather(Warp& warp, const Step& step, Slot slot, int64_t offset, LaneMask mask,
                  Lane* out);

  const Program& program_;
  const CounterLayout& layout_;
  const ExecOptions& options_;
  Unknowns& unknowns_;
  std::vector<ptx::Space>& site_space_;
  bool& estimated_;
  const int32_t width_;
  const int32_t stride_;
  const Registers& registers_;
  const Deltas& deltas_;
  Recorder& recorder_;
  MemoryValues& values_;
};

}  // namespace kcast::exec
