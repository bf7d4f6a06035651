#include "analyze/exec/control/interpreter.h"

#include <algorithm>
#include <array>
#include <bit>

namespace kcast::exec {
namespace {

constexpr double kMostEnding = 1.5;  // of its budget, for a block to come to its end

}  // namespace

void Interpreter::run(Warp& warp) {
  while (warp.status == WarpStatus::Ready && !budget_.cut_off) {
    if (warp.paths.empty()) {
      warp.status = WarpStatus::Done;
      return;
    }
    Path& path = warp.paths.back();
    const bool arrived = path.step < 0 && path.block == path.reconvergence;
    if (path.mask == 0 || arrived) {
      const int32_t frame = path.frame;
      warp.paths.pop_back();
      if (frame > 0 && (warp.paths.empty() || warp.paths.back().frame < frame))
        parts_.calls.return_from_call(warp);
      continue;
    }
    if (path.step < 0) {
      if (path.doubtful != 0) parts_.branches.settle_doubt(warp, path);
      if (!enter_block(warp)) continue;
    }
    if (run_steps(warp) == Flow::Blocked) return;
  }
}

bool Interpreter::enter_block(Warp& warp) {
  Path& path = warp.paths.back();
  const FunctionCode& code = *warp.frames[path.frame].code;
  if (path.block < 0 || static_cast<size_t>(path.block) >= code.blocks.size()) {
    // Running off the end of a function.
    parts_.branches.leave(warp, path.mask, path.frame == 0);
    return false;
  }
  const BlockCode& block = code.blocks[path.block];
  if (!warp.loops.empty()) parts_.loops.leave_loops(warp, path.block);
  if (block.header_of >= 0) {
    const bool back = path.from >= 0 && in_loop(code, path.from, block.header_of);
    parts_.loops.at_header(warp, block.header_of, back);
  }
  path.step = block.first;
  path.time = warp.time;
  const auto n = static_cast<double>(block.instructions);
  warp.counters[block.counter] += path.weight;
  warp.counters[layout_.block_lanes + block.counter] += path.weight * std::popcount(path.mask);
  warp.counters[layout_.instructions] += path.weight * n;
  if (path.weight < 1) warp.counters[layout_.estimated] += path.weight * n;
  warp.time += static_cast<uint64_t>(block.instructions);
  warp.interpreted += n;
  budget_.interpreted += n > 0 ? n : 1;
  if (budget_.interpreted > static_cast<double>(options_.block_budget)) {
    budget_.ending = true;
    budget_.cut_off =
        budget_.interpreted > kMostEnding * static_cast<double>(options_.block_budget);
    return !budget_.cut_off;
  }
  return true;
}

Flow Interpreter::run_steps(Warp& warp) {
  Path* path = &warp.paths.back();
  const FunctionCode& code = *warp.frames[path->frame].code;
  const BlockCode& block = code.blocks[path->block];
  while (path->step < block.last) {
    const Step& step = code.steps[path->step];
    ++path->step;
    const Flow flow = run_step(warp, step);
    if (flow != Flow::Next) return flow;
    path = &warp.paths.back();
  }
  if (block.successors.empty()) {
    return parts_.branches.leave(warp, path->mask, path->frame == 0);
  }
  parts_.branches.jump(warp, block.successors.back());
  return Flow::Moved;
}

LaneMask Interpreter::guard_mask(Warp& warp, const Step& step, LaneMask mask, LaneMask& unknown) {
  LaneMask held = nonzero_lanes(parts_.registers.read(warp, step.guard), chunks_);
  if (step.guard_negated) held = ~held;
  unknown = parts_.registers.unknown_of(warp, step.guard) & mask;
  if (!warp.contexts.empty()) parts_.deltas.need_still(warp, step.guard, mask);
  return held & mask & ~unknown;
}

Flow Interpreter::run_step(Warp& warp, const Step& step) {
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
      return parts_.branches.branch(warp, step, mask, unknown,
                                    unknown != 0 ? parts_.registers.cause_of(warp, step.guard) : 0);
    case StepKind::BranchIndexed:
      return parts_.branches.branch_indexed(warp, step);
    case StepKind::Return:
      return parts_.branches.leave(warp, mask, false);
    case StepKind::Exit:
      return parts_.branches.leave(warp, mask, true);
    case StepKind::Guarded:
      return Flow::Next;
    default:
      break;
  }
  if (unknown != 0) {
    // Who knows whether these lanes take part: they do, and what they write is unknown.
    const int32_t line = warp.frames[path.frame].code->ptx->instructions[step.instruction].line;
    const int32_t listed =
        unknowns_.touched(line, parts_.registers.cause_of(warp, step.guard), "guard");
    if (listed >= 0) warp.counters[layout_.unknowns + listed] += path.weight;
    estimated_ = true;
    warp.counters[layout_.estimated] += path.weight;
    mask |= unknown;
  }
  if (mask == 0 && step.kind != StepKind::Barrier) return Flow::Next;
  const Flow flow = evaluate(warp, step, mask);
  if (unknown != 0 && flow == Flow::Next && step.d >= 0) {
    Frame& frame = warp.frames[warp.paths.back().frame];
    frame.unknown[step.d] |= unknown;
    frame.cause[step.d] = parts_.registers.cause_of(warp, step.guard);
  }
  return flow;
}

// Code that looks at the clock before it goes on waits for it. Each look comes later than the one
// before by a share of the time that has passed, so that a second takes some hundred of them.
void Interpreter::read_clock(Warp& warp, const Step& step, LaneMask mask) {
  constexpr double kLook = 40;  // cycles
  constexpr double kShare = 0.02;
  fail_contexts(warp);
  warp.clock += std::max(kLook, kShare * warp.clock);
  const double passed = step.imm != 0 ? warp.clock * 1000 / options_.clock_mhz : warp.clock;
  std::array<Lane, kMaxLanes> now;
  now.fill(low_bits(static_cast<Lane>(passed), step.bits));
  parts_.registers.write(warp, step.d, now.data(), mask, 0, 0);
}

Flow Interpreter::evaluate(Warp& warp, const Step& step, LaneMask mask) {
  switch (step.kind) {
    case StepKind::Alu:
    case StepKind::IsSpace:
      parts_.alu.compute(warp, step, mask);
      break;
    case StepKind::Setp:
    case StepKind::Set:
      parts_.alu.compare(warp, step, mask);
      break;
    case StepKind::Carry:
      parts_.alu.add_with_carry(warp, step, mask);
      break;
    case StepKind::Pack:
    case StepKind::Unpack:
      parts_.alu.pack_or_unpack(warp, step, mask);
      break;
    case StepKind::Load:
    case StepKind::Store:
    case StepKind::Atomic:
    case StepKind::AsyncCopy:
    case StepKind::MatrixLoad:
    case StepKind::MatrixStore:
      parts_.requests.run(warp, step, mask);
      return program_.memories[step.info].draws_work ? Flow::Blocked : Flow::Next;
    case StepKind::Barrier:
      return parts_.barriers.arrive(warp, step, mask);
    case StepKind::Call:
      return parts_.calls.call(warp, step, mask);
    case StepKind::MathCall:
      parts_.math_calls.call(warp, step, mask);
      break;
    case StepKind::Clock:
      read_clock(warp, step, mask);
      break;
    case StepKind::Opaque:
      parts_.alu.forget(warp, step, mask);
      break;
    default:
      parts_.warp_ops.run(warp, step, mask);
      break;
  }
  return Flow::Next;
}

}  // namespace kcast::exec
