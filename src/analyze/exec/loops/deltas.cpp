#include "analyze/exec/loops/deltas.h"

#include <algorithm>
#include <bit>

namespace kcast::exec {
namespace {

using Int128 = __int128;
using ptx::Compare;

int64_t clamped(Int128 value) {
  if (value > kForever) return kForever;
  return value < 0 ? 0 : static_cast<int64_t>(value);
}

Int128 number(Lane value, int bits, bool is_signed) {
  return is_signed ? static_cast<Int128>(sign_extended(value, bits))
                   : static_cast<Int128>(low_bits(value, bits));
}

// How often `delta` can be added before the value leaves its type.
int64_t steps_in_type(Lane value, Lane delta, int bits, bool is_signed) {
  const Int128 d = sign_extended(delta, bits);
  if (d == 0) return kForever;
  const Int128 v = number(value, bits, is_signed);
  const Int128 high = (static_cast<Int128>(1) << (is_signed ? bits - 1 : bits)) - 1;
  const Int128 low = is_signed ? -high - 1 : 0;
  return clamped(d > 0 ? (high - v) / d : (v - low) / -d);
}

// Further steps for which `gap < 0` stays as it is while gap grows by `step`.
int64_t steps_below_zero(Int128 gap, Int128 step) {
  if (gap < 0) return step > 0 ? clamped((-gap - 1) / step) : kForever;
  return step < 0 ? clamped(gap / -step) : kForever;
}

int64_t steps_not_zero(Int128 gap, Int128 step) {
  if (step == 0) return kForever;
  if (gap == 0) return 0;
  if (gap % step != 0 || -gap / step < 0) return kForever;
  return clamped(-gap / step - 1);
}

int64_t steps_of_compare(ptx::Compare compare, Int128 gap, Int128 step) {
  switch (compare) {
    case ptx::Compare::Eq:
    case ptx::Compare::Ne:
      return steps_not_zero(gap, step);
    case ptx::Compare::Lt:
    case ptx::Compare::Lo:
    case ptx::Compare::Ge:
    case ptx::Compare::Hs:
      return steps_below_zero(gap, step);
    case ptx::Compare::Le:
    case ptx::Compare::Ls:
    case ptx::Compare::Gt:
    case ptx::Compare::Hi:
      return steps_below_zero(gap - 1, step);
    default:
      return 0;
  }
}

bool is_unsigned_compare(ptx::Compare compare) {
  return compare == ptx::Compare::Lo || compare == ptx::Compare::Ls ||
         compare == ptx::Compare::Hi || compare == ptx::Compare::Hs;
}

// What one lane's result changes by. False: not known.
struct LaneChange {
  const Step& step;
  int64_t& limit;

  void keep_in_type(Lane value, Lane delta, int bits, bool is_signed) const {
    limit = std::min(limit, steps_in_type(value, delta, bits, is_signed));
  }

  bool compare(Lane a, Lane b, Lane da, Lane db, ptx::Compare how) const {
    const int bits = step.source_bits;
    const bool is_signed = step.is_signed && !is_unsigned_compare(how);
    if (da == db && da != 0 && (how == ptx::Compare::Eq || how == ptx::Compare::Ne)) return true;
    keep_in_type(a, da, bits, is_signed);
    keep_in_type(b, db, bits, is_signed);
    const Int128 gap = number(a, bits, is_signed) - number(b, bits, is_signed);
    const Int128 change = static_cast<Int128>(sign_extended(da, bits)) - sign_extended(db, bits);
    limit = std::min(limit, steps_of_compare(how, gap, change));
    return true;
  }

  bool wide(Lane a, Lane b, Lane da, Lane db, Lane dc, Lane& out) const {
    const int bits = step.source_bits;
    if (da != 0 && db != 0) return false;
    keep_in_type(a, da, bits, step.is_signed);
    keep_in_type(b, db, bits, step.is_signed);
    out = static_cast<Lane>(sign_extended(da, bits)) *
              static_cast<Lane>(number(b, bits, step.is_signed)) +
          static_cast<Lane>(sign_extended(db, bits)) *
              static_cast<Lane>(number(a, bits, step.is_signed)) +
          dc;
    return true;
  }

  // and, or, xor with a mask that does not change: the bits under a low mask must stand
  // still, the others pass.
  bool masked(Lane b, Lane da, Lane db, Lane other, Lane& out) const {
    Lane mask = b;
    Lane delta = da;
    if (db != 0) {
      if (da != 0) return false;
      mask = other;
      delta = db;
    }
    const int bits = step.bits;
    const Lane still = delta == 0 ? 64 : static_cast<Lane>(std::countr_zero(delta));
    const auto fits = [&](Lane m) { return still >= 64 || (low_bits(m, bits) >> still) == 0; };
    if (fits(mask)) {
      out = step.change == Change::And ? 0 : delta;
      return true;
    }
    if (step.change == Change::And && fits(~mask)) {
      out = delta;
      return true;
    }
    return false;
  }

  bool shifted_right(Lane a, Lane b, Lane da, Lane& out) const {
    const int bits = step.bits;
    const Lane amount = low_bits(b, 32);
    if (amount >= static_cast<Lane>(bits)) return false;
    const Lane under = (Lane{1} << amount) - 1;
    if ((da & under) != 0) return false;
    keep_in_type(a, da, bits, step.is_signed);
    out = static_cast<Lane>(sign_extended(da, bits) >> amount);
    return true;
  }

  bool apply(const Lane* v, const Lane* d, Lane& out) const {
    switch (step.change) {
      case Change::Copy:
        out = d[0];
        return true;
      case Change::Add:
        out = d[0] + d[1];
        return true;
      case Change::Sub:
        out = d[0] - d[1];
        return true;
      case Change::Negate:
        out = Lane{0} - d[0];
        return true;
      case Change::Multiply:
        if (d[0] != 0 && d[1] != 0) return false;
        out = d[0] * v[1] + d[1] * v[0] + d[2];
        return true;
      case Change::WideMultiply:
        return wide(v[0], v[1], d[0], d[1], d[2], out);
      case Change::Widen:
        keep_in_type(v[0], d[0], step.source_bits, step.is_signed);
        out = static_cast<Lane>(sign_extended(d[0], step.source_bits));
        return true;
      case Change::ShiftLeft:
        if (d[1] != 0) return false;
        out = low_bits(v[1], 32) >= step.bits ? 0 : d[0] << low_bits(v[1], 32);
        return true;
      case Change::ShiftRight:
        return d[1] == 0 && shifted_right(v[0], v[1], d[0], out);
      case Change::Select:
        if (d[2] != 0) return false;
        out = v[2] != 0 ? d[0] : d[1];
        return true;
      case Change::Minimum:
      case Change::Maximum: {
        const Int128 gap = number(v[0], step.source_bits, step.is_signed) -
                           number(v[1], step.source_bits, step.is_signed);
        const bool first = step.change == Change::Minimum ? gap <= 0 : gap >= 0;
        out = first ? d[0] : d[1];
        if (gap == 0 && d[0] != d[1]) return false;
        return compare(v[0], v[1], d[0], d[1], ptx::Compare::Lt) &&
               compare(v[0], v[1], d[0], d[1], ptx::Compare::Gt);
      }
      case Change::And:
      case Change::Or:
        return masked(v[1], d[0], d[1], v[0], out);
      case Change::Compare:
        out = 0;
        return compare(v[0], v[1], d[0], d[1], step.compare);
      default:
        return false;
    }
  }
};

void make_wild(DeltaContext& context, Slot slot) {
  if (slot >= 0) context.wild[slot] = true;
}

}  // namespace

bool Deltas::changes_of_lanes(DeltaContext& context, const Step& step, const Lane* const* sources,
                              const Lane* const* deltas, LaneMask mask, Lane* out) const {
  const LaneChange change{step, context.limit};
  for (int i = 0; i < width_; ++i) {
    out[i] = 0;
    if (((mask >> i) & 1) == 0) continue;
    const Lane v[3] = {sources[0][i], sources[1][i], sources[2][i]};
    const Lane d[3] = {deltas[0][i], deltas[1][i], deltas[2][i]};
    if ((d[0] | d[1] | d[2]) == 0) continue;
    if (!change.apply(v, d, out[i])) return false;
    out[i] = low_bits(out[i], step.bits);
  }
  for (int i = width_; i < kMaxLanes; ++i)
    out[i] = 0;
  return true;
}

void Deltas::step(Warp& warp, const Step& step, const Lane* const* sources, LaneMask mask) const {
  const Lane* none = program_.constants.data();
  const Slot slots[4] = {step.a, step.b, step.c, step.e};
  LaneMask unknown = 0;
  for (const Slot slot : slots)
    if (slot != kNoSlot) unknown |= registers_.unknown_of(warp, slot);
  for (DeltaContext& context : warp.contexts) {
    if (context.failed || !concerns(context, warp)) continue;
    const Lane* deltas[3] = {none, none, none};
    bool varies = false;
    for (int k = 0; k < 4; ++k) {
      if (slots[k] < 0 || !context.varying[slots[k]]) continue;
      varies = true;
      if (k < 3) deltas[k] = context.delta.data() + static_cast<size_t>(slots[k]) * stride_;
    }
    Lane out[kMaxLanes] = {};
    bool known = true;
    for (const Slot slot : slots)
      known = known && !(slot >= 0 && context.wild[slot]);
    // A predicate that a comparison is combined with does not change by an amount.
    if (varies && step.kind == StepKind::Setp && slots[2] >= 0 && context.varying[slots[2]])
      known = false;
    if (varies && slots[3] >= 0 && context.varying[slots[3]]) known = false;
    if (varies && known)
      known = changes_of_lanes(context, step, sources, deltas, mask & ~unknown, out);
    if (!known) {
      if (!context.relaxed) context.failed = true;
      make_wild(context, step.d);
      make_wild(context, step.d2);
      continue;
    }
    write(context, step.d, out, mask);
    if (step.d2 >= 0) {
      const Lane zero[kMaxLanes] = {};
      write(context, step.d2, zero, mask);
    }
  }
}

void Deltas::write(DeltaContext& context, Slot slot, const Lane* values, LaneMask mask) const {
  if (slot < 0) return;
  Lane* d = context.delta.data() + static_cast<size_t>(slot) * stride_;
  Lane any = 0;
  for (int i = 0; i < stride_; ++i) {
    const Lane keep = Lane{0} - ((mask >> i) & 1);
    d[i] = (values[i] & keep) | (d[i] & ~keep);
    any |= d[i];
  }
  context.varying[slot] = any != 0;
  if ((context.mask & ~mask) == 0) context.wild[slot] = false;
}

void Deltas::clear(Warp& warp, Slot slot, LaneMask mask) const {
  if (slot < 0) return;
  const Lane zero[kMaxLanes] = {};
  for (DeltaContext& context : warp.contexts) {
    if (!context.failed && concerns(context, warp) && (context.varying[slot] || context.wild[slot]))
      write(context, slot, zero, mask);
  }
}

bool Deltas::changes(const DeltaContext& context, Slot slot, LaneMask mask) const {
  if (slot < 0) return false;
  if (context.wild[slot]) return true;
  if (!context.varying[slot]) return false;
  const Lane* d = context.delta.data() + static_cast<size_t>(slot) * stride_;
  for (int i = 0; i < width_; ++i)
    if (((mask >> i) & 1) != 0 && d[i] != 0) return true;
  return false;
}

void Deltas::need_still(Warp& warp, Slot slot, LaneMask mask) const {
  for (DeltaContext& context : warp.contexts) {
    if (!context.failed && concerns(context, warp) && changes(context, slot, mask))
      context.failed = true;
  }
}

void Deltas::follow(Warp& warp, std::initializer_list<Slot> sources, Slot result,
                    LaneMask mask) const {
  const Lane zero[kMaxLanes] = {};
  for (DeltaContext& context : warp.contexts) {
    if (context.failed || !concerns(context, warp)) continue;
    bool moves = false;
    for (const Slot slot : sources)
      moves = moves || changes(context, slot, mask);
    if (!moves) {
      write(context, result, zero, mask);
      continue;
    }
    if (!context.relaxed) context.failed = true;
    make_wild(context, result);
  }
}

// As long as no part but the last leaves its bits, the word changes by the sum of the changes.
void Deltas::pack(Warp& warp, const std::vector<Slot>& parts, Slot result, int bits,
                  LaneMask mask) const {
  for (DeltaContext& context : warp.contexts) {
    if (context.failed || !concerns(context, warp)) continue;
    Lane out[kMaxLanes] = {};
    bool known = true;
    for (size_t k = 0; k < parts.size(); ++k) {
      if (parts[k] < 0) continue;
      known = known && !context.wild[parts[k]];
      if (!known || !context.varying[parts[k]]) continue;
      const Lane* d = context.delta.data() + static_cast<size_t>(parts[k]) * stride_;
      const Lane* values = registers_.read(warp, parts[k]);
      const bool is_last = (k + 1) * static_cast<size_t>(bits) >= 64;
      for (int i = 0; i < width_; ++i) {
        if (((mask >> i) & 1) == 0 || d[i] == 0) continue;
        if (!is_last)
          context.limit = std::min(context.limit, steps_in_type(values[i], d[i], bits, false));
        out[i] += static_cast<Lane>(sign_extended(d[i], bits)) << (k * static_cast<size_t>(bits));
      }
    }
    if (known) {
      write(context, result, out, mask);
      continue;
    }
    if (!context.relaxed) context.failed = true;
    make_wild(context, result);
  }
}

namespace {

// By how much what lies above the lowest bits of a word changes, where they stay. The part below
// moves by the remainder that is nearest to zero, and does not overflow.
Lane change_above(DeltaContext& context, Lane value, Lane change, int below) {
  if (below == 0) return change;
  const Lane low = low_bits(change, below);
  context.limit = std::min(context.limit, steps_in_type(low_bits(value, below), low, below, false));
  return change - static_cast<Lane>(sign_extended(low, below));
}

}  // namespace

void Deltas::unpack(Warp& warp, Slot source, const std::vector<Slot>& parts, int bits,
                    LaneMask mask) const {
  const Lane* values = registers_.read(warp, source);
  for (DeltaContext& context : warp.contexts) {
    if (context.failed || !concerns(context, warp)) continue;
    const bool is_wild = source >= 0 && context.wild[source];
    const bool varies = source >= 0 && context.varying[source];
    if (is_wild && !context.relaxed) context.failed = true;
    std::vector<std::vector<Lane>> outs(parts.size(), std::vector<Lane>(kMaxLanes, 0));
    for (size_t k = 0; varies && !is_wild && k < parts.size(); ++k) {
      const Lane* d = context.delta.data() + static_cast<size_t>(source) * stride_;
      const int below = static_cast<int>(k) * bits;
      if (below >= 64 || parts[k] < 0) continue;
      for (int i = 0; i < width_; ++i) {
        if (((mask >> i) & 1) == 0 || d[i] == 0) continue;
        const Lane up = change_above(context, values[i], d[i], below);
        outs[k][static_cast<size_t>(i)] = low_bits(up >> below, bits);
      }
    }
    for (size_t k = 0; k < parts.size(); ++k) {
      if (is_wild) {
        make_wild(context, parts[k]);
      } else {
        write(context, parts[k], outs[k].data(), mask);
      }
    }
  }
}

int64_t Deltas::stride(DeltaContext& context, Slot slot, LaneMask mask, int64_t modulus) const {
  if (slot < 0 || context.failed) return 0;
  if (context.wild[slot]) return kWildStride;
  if (!context.varying[slot]) return 0;
  const Lane* d = context.delta.data() + static_cast<size_t>(slot) * stride_;
  const Lane first = d[std::countr_zero(mask)];
  for (int i = std::countr_zero(mask); i < width_; ++i) {
    if (((mask >> i) & 1) == 0 || d[i] == first) continue;
    const bool same_bank =
        modulus > 0 && (static_cast<int64_t>(d[i]) - static_cast<int64_t>(first)) % modulus == 0;
    if (same_bank) continue;
    if (context.relaxed) return kWildStride;
    context.failed = true;
  }
  return static_cast<int64_t>(first);
}

}  // namespace kcast::exec
