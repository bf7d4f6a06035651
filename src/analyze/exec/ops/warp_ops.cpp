// Operations between the lanes of a warp: shuffles, votes, matches, reductions.
#include <bit>

#include "analyze/exec/block.h"

namespace kcast::exec {
namespace {

Lane reduced(ptx::AtomicOp op, Lane a, Lane b, int bits, bool is_signed) {
  switch (op) {
    case ptx::AtomicOp::Min:
      if (is_signed) return sign_extended(a, bits) < sign_extended(b, bits) ? a : b;
      return a < b ? a : b;
    case ptx::AtomicOp::Max:
      if (is_signed) return sign_extended(a, bits) > sign_extended(b, bits) ? a : b;
      return a > b ? a : b;
    case ptx::AtomicOp::And:
      return a & b;
    case ptx::AtomicOp::Or:
      return a | b;
    case ptx::AtomicOp::Xor:
      return a ^ b;
    default:
      return low_bits(a + b, bits);
  }
}

}  // namespace

void BlockRunner::run_warp_op(Warp& warp, const Step& step, LaneMask mask) {
  if (!warp.contexts.empty()) {
    deltas_.follow(warp, {step.a, step.b, step.c}, step.d, mask);
    deltas_.follow(warp, {step.a, step.b, step.c}, step.d2, mask);
  }
  Lane out[kMaxLanes] = {};
  switch (step.kind) {
    case StepKind::Shuffle:
      shuffle(warp, step, mask);
      break;
    case StepKind::Vote:
      vote(warp, step, mask);
      break;
    case StepKind::Match:
      match(warp, step, mask);
      break;
    case StepKind::Redux:
      redux(warp, step, mask);
      break;
    case StepKind::ActiveMask:
      for (Lane& lane : out)
        lane = mask;
      registers_.write(warp, step.d, out, mask, 0, 0);
      break;
    case StepKind::Elect: {
      const int leader = std::countr_zero(mask);
      for (Lane& lane : out)
        lane = static_cast<Lane>(leader);
      registers_.write(warp, step.d, out, mask, 0, 0);
      for (int i = 0; i < stride_; ++i)
        out[i] = i == leader ? 1 : 0;
      registers_.write(warp, step.d2, out, mask, 0, 0);
      break;
    }
    default:
      break;
  }
}

// shfl d|p, a, b, c: the source lane is computed within segments of the warp.
void BlockRunner::shuffle(Warp& warp, const Step& step, LaneMask mask) {
  const Lane* a = registers_.read(warp, step.a);
  const Lane* b = registers_.read(warp, step.b);
  const Lane* c = registers_.read(warp, step.c);
  const LaneMask unknown_values = registers_.unknown_of(warp, step.a);
  LaneMask unknown =
      (registers_.unknown_of(warp, step.b) | registers_.unknown_of(warp, step.c)) & mask;
  LaneMask absent = 0;
  const auto mode = static_cast<ptx::ShuffleMode>(step.imm);
  Lane out[kMaxLanes] = {};
  Lane in_range[kMaxLanes] = {};
  for (int i = 0; i < stride_; ++i) {
    const int segment_mask = static_cast<int>((c[i] >> 8) & 31);
    const int clamp = static_cast<int>(c[i] & 31);
    const int lane = i & 31;
    const int base = i - lane;
    const int amount = static_cast<int>(b[i] & 31);
    const int max_lane = (lane & segment_mask) | (clamp & ~segment_mask);
    const int min_lane = lane & segment_mask;
    int from = 0;
    bool valid = true;
    if (mode == ptx::ShuffleMode::Up) {
      from = lane - amount;
      valid = from >= max_lane;
    } else if (mode == ptx::ShuffleMode::Down) {
      from = lane + amount;
      valid = from <= max_lane;
    } else if (mode == ptx::ShuffleMode::Bfly) {
      from = lane ^ amount;
      valid = from <= max_lane;
    } else {
      from = min_lane | (amount & ~segment_mask);
      valid = from <= max_lane;
    }
    if (!valid) from = lane;
    in_range[i] = valid ? 1 : 0;
    out[i] = a[base + from];
    // What a lane that does not take part would give is undefined.
    if (state_.options.all_values && ((mask >> (base + from)) & 1) == 0) absent |= LaneMask{1} << i;
    if (((unknown_values >> (base + from)) & 1) != 0) unknown |= LaneMask{1} << i;
  }
  int32_t cause = (unknown & mask) == 0              ? 0
                  : (unknown_values & warp.all) != 0 ? registers_.cause_of(warp, step.a)
                                                     : registers_.cause_of(warp, step.b);
  if ((absent & mask) != 0) cause = state_.unknowns.cause("a lane that takes no part");
  unknown |= absent;
  registers_.write(warp, step.d, out, mask, unknown, cause);
  registers_.write(warp, step.d2, in_range, mask, 0, 0);
}

void BlockRunner::vote(Warp& warp, const Step& step, LaneMask mask) {
  const Lane* a = registers_.read(warp, step.a);
  const LaneMask unknown = registers_.unknown_of(warp, step.a) & mask;
  LaneMask held = 0;
  for (int i = 0; i < width_; ++i)
    held |= static_cast<LaneMask>((a[i] != 0) != step.negated ? 1 : 0) << i;
  held &= mask;
  Lane result = 0;
  switch (static_cast<ptx::VoteMode>(step.imm)) {
    case ptx::VoteMode::All:
      result = held == mask ? 1 : 0;
      break;
    case ptx::VoteMode::Any:
      result = held != 0 ? 1 : 0;
      break;
    case ptx::VoteMode::Uni:
      result = held == mask || held == 0 ? 1 : 0;
      break;
    default:
      result = held;
      break;
  }
  Lane out[kMaxLanes] = {};
  for (Lane& lane : out)
    lane = result;
  registers_.write(warp, step.d, out, mask, unknown != 0 ? mask : 0,
                   unknown != 0 ? registers_.cause_of(warp, step.a) : 0);
}

void BlockRunner::match(Warp& warp, const Step& step, LaneMask mask) {
  const Lane* a = registers_.read(warp, step.a);
  const LaneMask unknown = registers_.unknown_of(warp, step.a) & mask;
  Lane out[kMaxLanes] = {};
  Lane all[kMaxLanes] = {};
  for (int i = 0; i < width_; ++i) {
    if (((mask >> i) & 1) == 0) continue;
    for (int k = 0; k < width_; ++k)
      if (((mask >> k) & 1) != 0 && a[k] == a[i]) out[i] |= Lane{1} << k;
  }
  for (int i = 0; i < width_; ++i)
    all[i] = out[i] == mask ? 1 : 0;
  if (step.imm == 1) {
    for (int i = 0; i < width_; ++i)
      out[i] = all[i] != 0 ? mask : 0;
  }
  const int32_t cause = unknown != 0 ? registers_.cause_of(warp, step.a) : 0;
  registers_.write(warp, step.d, out, mask, unknown != 0 ? mask : 0, cause);
  registers_.write(warp, step.d2, all, mask, unknown != 0 ? mask : 0, cause);
}

void BlockRunner::redux(Warp& warp, const Step& step, LaneMask mask) {
  const Lane* a = registers_.read(warp, step.a);
  const LaneMask unknown = registers_.unknown_of(warp, step.a) & mask;
  const auto op = static_cast<ptx::AtomicOp>(step.imm);
  Lane result = a[std::countr_zero(mask)];
  for (int i = std::countr_zero(mask) + 1; i < width_; ++i)
    if (((mask >> i) & 1) != 0) result = reduced(op, result, a[i], step.bits, step.is_signed);
  Lane out[kMaxLanes] = {};
  for (Lane& lane : out)
    lane = result;
  registers_.write(warp, step.d, out, mask, unknown != 0 ? mask : 0,
                   unknown != 0 ? registers_.cause_of(warp, step.a) : 0);
}

// bar.sync a{, b}; bar.arrive a, b; bar.red.op p, a{, b}, c.
Flow BlockRunner::barrier(Warp& warp, const Step& step, LaneMask mask) {
  const Path& path = warp.paths.back();
  warp.counters[layout_.barriers] += path.weight;
  // A path that was taken for want of knowledge proves nothing.
  if (path.weight == 1) {
    state_.findings.barrier_use.divergent |= mask != warp.live;
    state_.findings.barrier_use.after_exit |= warp.live != warp.all;
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
    if (state_.options.all_values && (registers_.unknown_of(warp, predicate) & mask) != 0)
      state_.findings.note("A barrier adds up values that are not known.");
    const Lane* values = registers_.read(warp, predicate);
    for (int i = 0; i < width_; ++i) {
      if (((mask >> i) & 1) != 0 && (values[i] != 0) != step.negated) ++warp.barrier_value;
    }
    // "and" holds when no lane says no.
    if (reduction == ptx::AtomicOp::And)
      warp.barrier_value = std::popcount(mask) - warp.barrier_value;
  }
  if ((step.imm & 1) != 0 || block_.warps.size() == 1) {
    if (block_.warps.size() == 1) finish_barrier(warp, warp.barrier_value);
    return Flow::Next;
  }
  warp.status = WarpStatus::Waiting;
  return Flow::Blocked;
}

void BlockRunner::finish_barrier(Warp& warp, int64_t value) {
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

}  // namespace kcast::exec
