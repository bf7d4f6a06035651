// Registers of the path that runs, constants and what differs between warps: their values, which
// of them are unknown and why.
#pragma once

#include <cstdint>

#include "analyze/exec/program.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/warp.h"

namespace kcast::exec {

class Registers {
 public:
  // `stride`: lanes from one register to the next.
  Registers(const Program& program, Unknowns& unknowns, int32_t stride)
      : program_(program), unknowns_(unknowns), stride_(stride) {}

  const Lane* read(const Warp& warp, Slot slot) const {
    if (slot >= 0) {
      return warp.frames[warp.paths.back().frame].registers.data() +
             static_cast<size_t>(slot) * stride_;
    }
    if (slot == kNoSlot) return program_.constants.data();
    const int32_t index = -1 - slot;
    if (index < kWarpSlots) return warp.specials.data() + static_cast<size_t>(index) * kMaxLanes;
    return program_.constants.data() + static_cast<size_t>(index - kWarpSlots) * kMaxLanes;
  }

  LaneMask unknown_of(const Warp& warp, Slot slot) const {
    if (slot >= 0) return warp.frames[warp.paths.back().frame].unknown[slot];
    if (slot == kNoSlot) return 0;
    const int32_t index = -1 - slot;
    if (index < kWarpSlots) return index == kClock ? ~LaneMask{0} : 0;
    return program_.constant_unknown[index - kWarpSlots] ? ~LaneMask{0} : 0;
  }

  int32_t cause_of(const Warp& warp, Slot slot) const;  // of its unknown lanes
  void write(Warp& warp, Slot slot, const Lane* values, LaneMask mask, LaneMask unknown,
             int32_t cause) const;

 private:
  const Program& program_;
  Unknowns& unknowns_;
  const int32_t stride_;
};

}  // namespace kcast::exec
