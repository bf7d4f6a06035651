#include "analyze/exec/values/alu.h"

#include <cstring>

namespace kcast::exec {

void Alu::compute(Warp& warp, const Step& step, LaneMask mask) {
  Frame& frame = warp.frames[warp.paths.back().frame];
  const Slot slots[4] = {step.a, step.b, step.c, step.e};
  const Lane* sources[4];
  LaneMask unknown = 0;
  int32_t cause = 0;
  for (int k = 0; k < 4; ++k) {
    sources[k] = registers_.read(warp, slots[k]);
    const LaneMask u = slots[k] == kNoSlot ? 0 : registers_.unknown_of(warp, slots[k]) & mask;
    if (u != 0 && unknown == 0) cause = registers_.cause_of(warp, slots[k]);
    unknown |= u;
  }
  if (step.change == Change::Select && (registers_.unknown_of(warp, step.c) & mask) == 0 &&
      unknown != 0) {
    // Only the chosen side counts.
    const LaneMask first = nonzero_lanes(sources[2], chunks_);
    unknown = ((registers_.unknown_of(warp, step.a) & first) |
               (registers_.unknown_of(warp, step.b) & ~first)) &
              mask;
  }
  if (step.watched) math_calls_.note_operands(warp, step, sources, mask);
  if (!warp.contexts.empty()) deltas_.step(warp, step, sources, mask);
  if (step.d < 0) return;
  Lane* d = frame.registers.data() + static_cast<size_t>(step.d) * stride_;
  if (step.kind == StepKind::IsSpace) {
    Lane out[kMaxLanes] = {};
    for (int i = 0; i < stride_; ++i)
      out[i] = space_of_address(sources[0][i]) == static_cast<ptx::Space>(step.imm) ? 1 : 0;
    registers_.write(warp, step.d, out, mask, unknown, cause);
    return;
  }
  if (mask == warp.all && !step.rough) {
    step.fn(d, sources, chunks_, step.imm);
    frame.unknown[step.d] = unknown;
    if (unknown != 0) frame.cause[step.d] = cause;
    return;
  }
  Lane out[kMaxLanes] = {};
  step.fn(out, sources, chunks_, step.imm);
  if (step.rough) math_calls_.move_last_digits(out, step.bits);
  registers_.write(warp, step.d, out, mask, unknown, cause);
}

void Alu::compare(Warp& warp, const Step& step, LaneMask mask) {
  const Lane* sources[4] = {registers_.read(warp, step.a), registers_.read(warp, step.b),
                            registers_.read(warp, step.c), registers_.read(warp, kNoSlot)};
  Lane held[kMaxLanes] = {};
  Lane other[kMaxLanes] = {};
  step.fn(held, sources, chunks_, 0);
  for (int i = 0; i < stride_; ++i)
    other[i] = held[i] ^ 1;
  LaneMask unknown =
      (registers_.unknown_of(warp, step.a) | registers_.unknown_of(warp, step.b)) & mask;
  int32_t cause = 0;
  if (unknown != 0) {
    cause = (registers_.unknown_of(warp, step.a) & mask) != 0 ? registers_.cause_of(warp, step.a)
                                                              : registers_.cause_of(warp, step.b);
  }
  if (!warp.contexts.empty()) deltas_.step(warp, step, sources, mask);
  if (step.bool_op != ptx::BoolOp::None && step.c != kNoSlot) {
    const LaneMask with = registers_.unknown_of(warp, step.c) & mask;
    if (with != 0) cause = registers_.cause_of(warp, step.c);
    unknown |= with;
    const Lane flip = step.negated ? 1 : 0;
    for (int i = 0; i < stride_; ++i) {
      const Lane c = sources[2][i] ^ flip;
      const bool is_and = step.bool_op == ptx::BoolOp::And;
      const bool is_or = step.bool_op == ptx::BoolOp::Or;
      held[i] = is_and ? held[i] & c : (is_or ? held[i] | c : held[i] ^ c);
      other[i] = is_and ? other[i] & c : (is_or ? other[i] | c : other[i] ^ c);
    }
  }
  if (step.kind == StepKind::Set) {
    for (int i = 0; i < stride_; ++i)
      held[i] = held[i] != 0 ? step.imm : 0;
  }
  registers_.write(warp, step.d, held, mask, unknown, cause);
  registers_.write(warp, step.d2, other, mask, unknown, cause);
}

void Alu::add_with_carry(Warp& warp, const Step& step, LaneMask mask) {
  using Wide = unsigned __int128;
  const Lane* a = registers_.read(warp, step.a);
  const Lane* b = registers_.read(warp, step.b);
  const Lane* c = registers_.read(warp, step.c);
  const bool carry_in = (step.imm & 1) != 0;
  const bool subtracts = (step.imm & 4) != 0;
  const bool multiplies = (step.imm & 8) != 0;
  const bool high = (step.imm & 16) != 0;
  Lane out[kMaxLanes] = {};
  for (int i = 0; i < stride_; ++i) {
    Lane x = a[i];
    Lane y = b[i];
    if (multiplies) {
      const Wide product =
          step.is_signed && high
              ? static_cast<Wide>(static_cast<__int128>(sign_extended(x, step.bits)) *
                                  sign_extended(y, step.bits))
              : static_cast<Wide>(x) * y;
      x = low_bits(static_cast<Lane>(high ? product >> step.bits : product), step.bits);
      y = c[i];
    }
    const Lane in = carry_in ? warp.carry[i] : 0;
    const Wide sum = subtracts ? static_cast<Wide>(x) - y - in : static_cast<Wide>(x) + y + in;
    out[i] = low_bits(static_cast<Lane>(sum), step.bits);
    if ((step.imm & 2) != 0 && ((mask >> i) & 1) != 0)
      warp.carry[i] = static_cast<Lane>(sum >> step.bits) & 1;
  }
  LaneMask unknown = carry_in ? warp.carry_unknown & mask : 0;
  int32_t cause = 0;
  for (const Slot slot : {step.a, step.b, step.c}) {
    const LaneMask u = registers_.unknown_of(warp, slot) & mask;
    if (u != 0) cause = registers_.cause_of(warp, slot);
    unknown |= u;
  }
  if ((step.imm & 2) != 0) warp.carry_unknown = (warp.carry_unknown & ~mask) | unknown;
  if (!warp.contexts.empty()) deltas_.follow(warp, {step.a, step.b, step.c}, step.d, mask);
  registers_.write(warp, step.d, out, mask, unknown, cause);
}

// mov of several registers into one and back; step.bits is the width of each.
void Alu::pack_or_unpack(Warp& warp, const Step& step, LaneMask mask) {
  const FunctionCode& code = *warp.frames[warp.paths.back().frame].code;
  const std::vector<int32_t>& slots = code.vectors[step.info];
  Lane out[kMaxLanes] = {};
  if (step.kind == StepKind::Unpack) {
    const Lane* from = registers_.read(warp, step.a);
    const LaneMask unknown = registers_.unknown_of(warp, step.a) & mask;
    const int32_t cause = unknown != 0 ? registers_.cause_of(warp, step.a) : 0;
    Lane copy[kMaxLanes] = {};
    std::memcpy(copy, from, sizeof(Lane) * static_cast<size_t>(stride_));
    if (!warp.contexts.empty()) deltas_.unpack(warp, step.a, slots, step.bits, mask);
    for (size_t k = 0; k < slots.size(); ++k) {
      const size_t shift = k * step.bits;
      for (int i = 0; i < stride_; ++i)
        out[i] = shift >= 64 ? 0 : low_bits(copy[i] >> shift, step.bits);
      registers_.write(warp, slots[k], out, mask, unknown, cause);
    }
    return;
  }
  LaneMask unknown = 0;
  int32_t cause = 0;
  std::memset(out, 0, sizeof(out));
  for (size_t k = 0; k < slots.size(); ++k) {
    const Lane* from = registers_.read(warp, slots[k]);
    const LaneMask u = registers_.unknown_of(warp, slots[k]) & mask;
    if (u != 0) cause = registers_.cause_of(warp, slots[k]);
    unknown |= u;
    const size_t shift = k * step.bits;
    for (int i = 0; i < stride_ && shift < 64; ++i)
      out[i] |= low_bits(from[i], step.bits) << shift;
  }
  if (!warp.contexts.empty()) deltas_.pack(warp, slots, step.d, step.bits, mask);
  registers_.write(warp, step.d, out, mask, unknown, cause);
}

void Alu::forget(Warp& warp, const Step& step, LaneMask mask) {
  Frame& frame = warp.frames[warp.paths.back().frame];
  const ptx::Instruction& in = frame.code->ptx->instructions[step.instruction];
  const int32_t cause = unknowns_.cause("the result of " + in.mnemonic);
  for (const Slot slot : frame.code->vectors[step.info]) {
    if (!warp.contexts.empty()) deltas_.clear(warp, slot, mask);
    frame.unknown[slot] |= mask;
    frame.cause[slot] = cause;
  }
}

}  // namespace kcast::exec
