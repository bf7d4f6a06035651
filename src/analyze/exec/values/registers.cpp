#include "analyze/exec/values/registers.h"

namespace kcast::exec {

int32_t Registers::cause_of(const Warp& warp, Slot slot) const {
  if (slot >= 0) return warp.frames[warp.paths.back().frame].cause[slot];
  const int32_t index = -1 - slot;
  if (index < kWarpSlots) return unknowns_.cause("the clock");
  return unknowns_.cause(program_.constant_name[index - kWarpSlots]);
}

void Registers::write(Warp& warp, Slot slot, const Lane* values, LaneMask mask, LaneMask unknown,
                      int32_t cause) const {
  if (slot < 0) return;
  Frame& frame = warp.frames[warp.paths.back().frame];
  Lane* d = frame.registers.data() + static_cast<size_t>(slot) * stride_;
  for (int i = 0; i < stride_; ++i) {
    const Lane keep = Lane{0} - ((mask >> i) & 1);
    d[i] = (values[i] & keep) | (d[i] & ~keep);
  }
  frame.unknown[slot] = (frame.unknown[slot] & ~mask) | (unknown & mask);
  if ((unknown & mask) != 0) frame.cause[slot] = cause;
}

}  // namespace kcast::exec
