// How registers change from one loop iteration to the next: while one iteration runs,
// every result is accompanied by what it will change by, given that the registers at
// the header change by fixed amounts. Comparisons say for how many iterations they
// come out the same; an operation that is not linear fails the attempt.
//
// What is found out lies in the contexts of the warp; nothing else changes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "analyze/exec/block_state.h"
#include "analyze/exec/program.h"
#include "analyze/exec/values/registers.h"
#include "analyze/exec/warp.h"

namespace kcast::exec {

// Whether a context follows the function that runs.
inline bool concerns(const DeltaContext& context, const Warp& warp) {
  return context.frame == warp.paths.back().frame;
}

inline void fail_contexts(Warp& warp) {
  for (DeltaContext& context : warp.contexts)
    context.failed = true;
}

// Whether an attempt is under way to skip this loop ahead.
inline bool attempt_runs(const Warp& warp, const LoopState& state) {
  return !warp.contexts.empty() && warp.contexts.back().loop == state.loop &&
         warp.contexts.back().frame == state.frame;
}

class Deltas {
 public:
  Deltas(const Program& program, const WarpShape& shape, const Registers& registers)
      : program_(program), width_(shape.width), stride_(shape.stride), registers_(registers) {}

  void step(Warp& warp, const Step& step, const Lane* const* sources, LaneMask mask) const;
  void clear(Warp& warp, Slot slot, LaneMask mask) const;
  void need_still(Warp& warp, Slot slot, LaneMask mask) const;
  // A result that is only known where no operand changes.
  void follow(Warp& warp, std::initializer_list<Slot> sources, Slot result, LaneMask mask) const;
  // Of a word made of parts of `bits`, and of the parts of a word.
  void pack(Warp& warp, const std::vector<Slot>& parts, Slot result, int bits, LaneMask mask) const;
  void unpack(Warp& warp, Slot source, const std::vector<Slot>& parts, int bits,
              LaneMask mask) const;
  // The change of an address, where it is the same for all lanes; fails a context where not.
  int64_t stride(DeltaContext& context, Slot slot, LaneMask mask, int64_t modulus) const;

 private:
  bool changes_of_lanes(DeltaContext& context, const Step& step, const Lane* const* sources,
                        const Lane* const* deltas, LaneMask mask, Lane* out) const;
  void write(DeltaContext& context, Slot slot, const Lane* values, LaneMask mask) const;
  bool changes(const DeltaContext& context, Slot slot, LaneMask mask) const;

  const Program& program_;
  const int32_t width_;
  const int32_t stride_;
  const Registers& registers_;
};

}  // namespace kcast::exec
