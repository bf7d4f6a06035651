#include "analyze/exec/values/warp_ops.h"

#include <bit>

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

void WarpOps::run(Warp& warp, const Step& step, LaneMask mask) {
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
void WarpOps::shuffle(Warp& warp, const Step& step, LaneMask mask) {
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
    if (options_.all_values && ((mask >> (base + from)) & 1) == 0) absent |= LaneMask{1} << i;
    if (((unknown_values >> (base + from)) & 1) != 0) unknown |= LaneMask{1} << i;
  }
  int32_t cause = (unknown & mask) == 0              ? 0
                  : (unknown_values & warp.all) != 0 ? registers_.cause_of(warp, step.a)
                                                     : registers_.cause_of(warp, step.b);
  if ((absent & mask) != 0) cause = unknowns_.cause("a lane that takes no part");
  unknown |= absent;
  registers_.write(warp, step.d, out, mask, unknown, cause);
  registers_.write(warp, step.d2, in_range, mask, 0, 0);
}

void WarpOps::vote(Warp& warp, const Step& step, LaneMask mask) {
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

void WarpOps::match(Warp& warp, const Step& step, LaneMask mask) {
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

void WarpOps::redux(Warp& warp, const Step& step, LaneMask mask) {
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

}  // namespace kcast::exec
