#include "analyze/exec/control/barriers.h"

#include <algorithm>
#include <bit>

#include "analyze/exec/loops/deltas.h"

namespace kcast::exec {

// bar.sync a{, b}; bar.arrive a, b; bar.red.op p, a{, b}, c.
Flow Barriers::arrive(Warp& warp, const Step& step, LaneMask mask) {
  const Path& path = warp.paths.back();
  warp.counters[layout_.barriers] += path.weight;
  // A path that was taken for want of knowledge proves nothing.
  if (path.weight == 1) {
    findings_.barrier_use.divergent |= mask != warp.live;
    findings_.barrier_use.after_exit |= warp.live != warp.all;
  }
  for (DeltaContext& context : warp.contexts)
    context.passed_barrier = true;
  const auto reduction = static_cast<ptx::AtomicOp>(step.imm >> 1);
  const Slot predicate = reduction == ptx::AtomicOp::None ? kNoSlot
                         : step.c != kNoSlot              ? step.c
                                                          : step.b;
  const int first = mask == 0 ? 0 : std::countr_zero(mask);
  const Slot threads = predicate == step.b ? kNoSlot : step.b;
  warp.barrier = static_cast<int64_t>(registers_.read(warp, step.a)[first] & 15);
  warp.barrier_threads =
      threads == kNoSlot ? 0 : static_cast<int64_t>(registers_.read(warp, threads)[first]);
  warp.barrier_result = step.d;
  warp.barrier_reduction = static_cast<uint64_t>(reduction);
  warp.barrier_mask = mask;
  warp.barrier_value = 0;
  if (predicate != kNoSlot) {
    fail_contexts(warp);
    if (options_.all_values && (registers_.unknown_of(warp, predicate) & mask) != 0)
      findings_.note("A barrier adds up values that are not known.");
    const Lane* values = registers_.read(warp, predicate);
    for (int i = 0; i < width_; ++i) {
      if (((mask >> i) & 1) != 0 && (values[i] != 0) != step.negated) ++warp.barrier_value;
    }
    // "and" holds when no lane says no.
    if (reduction == ptx::AtomicOp::And)
      warp.barrier_value = std::popcount(mask) - warp.barrier_value;
  }
  if ((step.imm & 1) != 0 || warps_.size() == 1) {
    if (warps_.size() == 1) finish(warp, warp.barrier_value);
    return Flow::Next;
  }
  warp.status = WarpStatus::Waiting;
  return Flow::Blocked;
}

void Barriers::finish(Warp& warp, int64_t value) {
  if (warp.barrier_result < 0 || warp.barrier_reduction == 0) return;
  const auto op = static_cast<ptx::AtomicOp>(warp.barrier_reduction);
  Lane result = static_cast<Lane>(value);
  if (op == ptx::AtomicOp::And) result = value == 0 ? 1 : 0;
  if (op == ptx::AtomicOp::Or) result = value != 0 ? 1 : 0;
  Lane out[kMaxLanes] = {};
  for (Lane& lane : out)
    lane = result;
  registers_.write(warp, warp.barrier_result, out, warp.barrier_mask, 0, 0);
}

// Lets warps go on whose barrier is complete: all threads that have not left the
// kernel, or as many as the barrier asks for. False when nobody waits.
bool Barriers::release() {
  bool waiting = false;
  bool released = false;
  const bool some_left = std::any_of(warps_.begin(), warps_.end(), [](const Warp& warp) {
    return warp.status == WarpStatus::Done;
  });
  for (int64_t id = 0; id < 16; ++id) {
    int64_t arrived = 0;
    int64_t expected = 0;
    int64_t value = 0;
    int64_t live = 0;
    for (const Warp& warp : warps_) {
      if (warp.status == WarpStatus::Done) continue;
      live += std::popcount(warp.all);
      if (warp.status != WarpStatus::Waiting || warp.barrier != id) continue;
      waiting = true;
      arrived += std::popcount(warp.all);
      value += warp.barrier_value;
      expected = std::max(expected, warp.barrier_threads);
    }
    if (arrived == 0) continue;
    if (expected == 0 || expected > live) expected = live;
    if (arrived < expected) continue;
    released = true;
    // A warp that skipped iterations leaves long before the others.
    findings_.barrier_use.after_exit |= some_left && !budget_.skipped;
    for (Warp& warp : warps_) {
      if (warp.status != WarpStatus::Waiting || warp.barrier != id) continue;
      finish(warp, value);
      warp.status = WarpStatus::Ready;
    }
  }
  if (waiting && !released) {
    // Warps that left their loops early may well do so.
    if (!budget_.ending) {
      findings_.note("Warps wait at different barriers for ever; they were let through.");
      findings_.barrier_use.divergent = true;
    }
    estimated_ = true;
    for (Warp& warp : warps_) {
      if (warp.status != WarpStatus::Waiting) continue;
      finish(warp, warp.barrier_value);
      warp.status = WarpStatus::Ready;
    }
  }
  return waiting;
}

}  // namespace kcast::exec
