// Values that lanes load and store, where the control slice needs them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "analyze/exec/access/request.h"
#include "analyze/exec/block_state.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class MemoryValues {
 public:
  MemoryValues(RunState& run, BlockState& block, const Registers& registers, const Deltas& deltas)
      : program_(*run.program),
        options_(run.options),
        unknowns_(run.unknowns),
        contents_(run.contents),
        added_sums_(run.added_sums),
        memory_(block.memory),
        linear_block_(block.place.linear),
        width_(block.shape.width),
        stride_(block.shape.stride),
        registers_(registers),
        deltas_(deltas) {}

  // `unknown`: lanes without a known address.
  void load(Warp& warp, const Step& step, const MemoryInfo& info, const Request& request,
            LaneMask unknown);
  void store(Warp& warp, const MemoryInfo& info, ptx::Space space, const Lane* address,
             LaneMask mask);
  void run_atomic(Warp& warp, const Step& step, const MemoryInfo& info, ptx::Space space,
                  const Lane* address, LaneMask mask);
  // From global to shared memory.
  void copy(Warp& warp, const MemoryInfo& info, const Lane* to, const Lane* from, LaneMask mask);
  void forget(Warp& warp, ptx::Space space, const Lane* address, LaneMask mask, int bytes);
  bool shares_counter(const MemoryInfo& info, const Lane* address, LaneMask mask) const;

 private:
  int lane_at(int turn) const { return options_.backwards ? width_ - 1 - turn : turn; }
  void advance_counter(Warp& warp, const MemoryInfo& info, Lane address, Lane by);
  void share_counter(Warp& warp, const MemoryInfo& info, Lane address, Lane sum);
  std::string contents_text(int32_t buffer) const;
  Known load_one(Warp& warp, ptx::Space space, int lane, uint64_t address, int bytes);
  void store_one(Warp& warp, ptx::Space space, int lane, uint64_t address, int bytes,
                 const Known& stored);

  const Program& program_;
  const ExecOptions& options_;
  Unknowns& unknowns_;
  LaunchContents* const contents_;
  const std::map<uint64_t, uint64_t>& added_sums_;
  BlockMemory& memory_;
  const int64_t linear_block_;
  const int32_t width_;
  const int32_t stride_;
  const Registers& registers_;
  const Deltas& deltas_;
};

}  // namespace kcast::exec
