// Evaluation of the control slice, one step for all lanes of a path.
#include <bit>

#include "analyze/exec/block.h"

namespace kcast::exec {
LaneMask BlockRunner::guard_mask(Warp& warp, const Step& step, LaneMask mask, LaneMask& unknown) {
  LaneMask held = nonzero_lanes(registers_.read(warp, step.guard), chunks_);
  if (step.guard_negated) held = ~held;
  unknown = registers_.unknown_of(warp, step.guard) & mask;
  if (!warp.contexts.empty()) deltas_.need_still(warp, step.guard, mask);
  return held & mask & ~unknown;
}

Flow BlockRunner::run_step(Warp& warp, const Step& step) {
  Path& path = warp.paths.back();
  LaneMask mask = path.mask;
  LaneMask unknown = 0;
  if (step.guard != kNoSlot) {
    mask = guard_mask(warp, step, mask, unknown);
    if (step.guard_counter >= 0) {
      warp.counters[layout_.guarded + step.guard_counter] +=
          path.weight * (std::popcount(mask) + 0.5 * std::popcount(unknown));
    }
  }
  switch (step.kind) {
    case StepKind::Branch:
      return branch(warp, step, mask, unknown,
                    unknown != 0 ? registers_.cause_of(warp, step.guard) : 0);
    case StepKind::BranchIndexed:
      return branch_indexed(warp, step);
    case StepKind::Return:
      return leave(warp, mask, false);
    case StepKind::Exit:
      return leave(warp, mask, true);
    case StepKind::Guarded:
      return Flow::Next;
    default:
      break;
  }
  if (unknown != 0) {
    // Who knows whether these lanes take part: they do, and what they write is unknown.
    const int32_t line = warp.frames[path.frame].code->ptx->instructions[step.instruction].line;
    const int32_t listed =
        state_.unknowns.touched(line, registers_.cause_of(warp, step.guard), "guard");
    if (listed >= 0) warp.counters[layout_.unknowns + listed] += path.weight;
    block_.outcome.estimated = true;
    warp.counters[layout_.estimated] += path.weight;
    mask |= unknown;
  }
  if (mask == 0 && step.kind != StepKind::Barrier) return Flow::Next;
  const Flow flow = evaluate(warp, step, mask);
  if (unknown != 0 && flow == Flow::Next && step.d >= 0) {
    Frame& frame = warp.frames[warp.paths.back().frame];
    frame.unknown[step.d] |= unknown;
    frame.cause[step.d] = registers_.cause_of(warp, step.guard);
  }
  return flow;
}

Flow BlockRunner::evaluate(Warp& warp, const Step& step, LaneMask mask) {
  switch (step.kind) {
    case StepKind::Alu:
    case StepKind::IsSpace:
      alu_.compute(warp, step, mask);
      break;
    case StepKind::Setp:
    case StepKind::Set:
      alu_.compare(warp, step, mask);
      break;
    case StepKind::Carry:
      alu_.add_with_carry(warp, step, mask);
      break;
    case StepKind::Pack:
    case StepKind::Unpack:
      alu_.pack_or_unpack(warp, step, mask);
      break;
    case StepKind::Load:
    case StepKind::Store:
    case StepKind::Atomic:
    case StepKind::AsyncCopy:
    case StepKind::MatrixLoad:
    case StepKind::MatrixStore:
      requests_.run(warp, step, mask);
      return program_.memories[step.info].draws_work ? Flow::Blocked : Flow::Next;
    case StepKind::Barrier:
      return barriers_.arrive(warp, step, mask);
    case StepKind::Call:
      return call(warp, step, mask);
    case StepKind::MathCall:
      math_calls_.call(warp, step, mask);
      break;
    case StepKind::Opaque:
      alu_.forget(warp, step, mask);
      break;
    default:
      warp_ops_.run(warp, step, mask);
      break;
  }
  return Flow::Next;
}

}  // namespace kcast::exec
