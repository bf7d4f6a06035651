// Control flow of a warp: paths of lanes, divergence and reconvergence, calls.
#include <algorithm>
#include <bit>

#include "analyze/exec/block.h"

namespace kcast::exec {
namespace {

constexpr size_t kMaxFrames = 48;
constexpr int64_t kUnknownTrips = 8;  // iterations of a loop whose bound is unknown
constexpr double kMostEnding = 1.5;   // of its budget, for a block to come to its end

}  // namespace

void BlockRunner::run_warp(Warp& warp) {
  while (warp.status == WarpStatus::Ready && !block_.budget.cut_off) {
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
        return_from_call(warp);
      continue;
    }
    if (path.step < 0) {
      if (path.doubtful != 0) settle_doubt(warp, path);
      if (!enter_block(warp)) continue;
    }
    if (run_steps(warp) == Flow::Blocked) return;
  }
}

// Lanes that ran both sides of a branch hold what the side that ran last wrote: what
// either side can write is unknown.
void BlockRunner::settle_doubt(Warp& warp, Path& path) {
  Frame& frame = warp.frames[path.frame];
  const FunctionCode& code = *frame.code;
  std::vector<bool> seen(code.blocks.size(), false);
  std::vector<int32_t> open = code.blocks[path.doubt_branch].successors;
  const int32_t cause = state_.unknowns.cause("a value that an unknown branch decides");
  while (!open.empty()) {
    const int32_t b = open.back();
    open.pop_back();
    if (b == path.block || seen[b]) continue;
    seen[b] = true;
    const ptx::Block& block = code.ptx->blocks[b];
    for (int32_t i = block.first; i < block.last; ++i) {
      ptx::for_each_write(*code.ptx, code.ptx->instructions[i], [&](int32_t r) {
        const Slot slot = code.slots[r];
        if (slot == kNoSlot) return;
        frame.unknown[slot] |= path.doubtful;
        frame.cause[slot] = cause;
      });
    }
    open.insert(open.end(), block.successors.begin(), block.successors.end());
  }
  path.doubtful = 0;
}

bool BlockRunner::enter_block(Warp& warp) {
  Path& path = warp.paths.back();
  const FunctionCode& code = *warp.frames[path.frame].code;
  if (path.block < 0 || static_cast<size_t>(path.block) >= code.blocks.size()) {
    // Running off the end of a function.
    leave(warp, path.mask, path.frame == 0);
    return false;
  }
  const BlockCode& block = code.blocks[path.block];
  if (!warp.loops.empty()) loops_.leave_loops(warp, path.block);
  if (block.header_of >= 0) {
    const bool back = path.from >= 0 && in_loop(code, path.from, block.header_of);
    loops_.at_header(warp, block.header_of, back);
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
  block_.budget.interpreted += n > 0 ? n : 1;
  if (block_.budget.interpreted > static_cast<double>(state_.options.block_budget)) {
    block_.budget.ending = true;
    block_.budget.cut_off =
        block_.budget.interpreted > kMostEnding * static_cast<double>(state_.options.block_budget);
    return !block_.budget.cut_off;
  }
  return true;
}

Flow BlockRunner::run_steps(Warp& warp) {
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
    return leave(warp, path->mask, path->frame == 0);
  }
  go(warp, block.successors.back());
  return Flow::Moved;
}

void BlockRunner::go(Warp& warp, int32_t target) {
  Path& path = warp.paths.back();
  path.from = path.block;
  path.block = target;
  path.step = -1;
}

// Which of two targets leaves the innermost loop of the block, where just one does.
int32_t BlockRunner::exit_of_loop(const Warp& warp, const BlockCode& block, int32_t a,
                                  int32_t b) const {
  if (block.loop < 0) return -1;
  const FunctionCode& code = *warp.frames[warp.paths.back().frame].code;
  const bool a_in = in_loop(code, a, block.loop);
  const bool b_in = in_loop(code, b, block.loop);
  if (a_in == b_in) return -1;
  return a_in ? b : a;
}

// Sends the running path's lanes to two places; `scale` is the weight of each side.
void BlockRunner::split(Warp& warp, LaneMask taken, LaneMask other, int32_t taken_block,
                        int32_t other_block, double scale) {
  const Path path = warp.paths.back();
  const FunctionCode& code = *warp.frames[path.frame].code;
  const int32_t meet = code.blocks[path.block].reconvergence;
  const bool both = (taken & other) != 0;
  const auto side = [&](int32_t block, LaneMask mask) {
    Path out = path;
    out.from = path.block;
    out.block = block;
    out.step = -1;
    out.mask = mask;
    out.reconvergence = meet;
    out.weight = path.weight * scale;
    out.doubtful = 0;
    return out;
  };
  if (meet < 0 || (meet == path.reconvergence && !both)) {
    // Nobody waits here: the lanes that meet the others do so further out.
    warp.paths.pop_back();
    Path first = side(other_block, other);
    Path second = side(taken_block, taken);
    first.reconvergence = path.reconvergence;
    second.reconvergence = path.reconvergence;
    if (other_block != path.reconvergence) warp.paths.push_back(first);
    if (taken_block != path.reconvergence) warp.paths.push_back(second);
    if (warp.paths.empty() || warp.paths.back().frame < path.frame) {
      // Both sides meet further out at once; keep an empty path so that a call returns.
      first.mask = 0;
      warp.paths.push_back(first);
    }
    return;
  }
  Path& wait = warp.paths.back();
  wait.from = path.block;
  wait.block = meet;
  wait.step = -1;
  if (both) {
    wait.doubtful = taken & other;
    wait.doubt_branch = path.block;
  }
  if (other_block != meet) warp.paths.push_back(side(other_block, other));
  if (taken_block != meet) warp.paths.push_back(side(taken_block, taken));
}

Flow BlockRunner::branch(Warp& warp, const Step& step, LaneMask taken, LaneMask unknown,
                         int32_t cause) {
  Path& path = warp.paths.back();
  const FunctionCode& code = *warp.frames[path.frame].code;
  const BlockCode& block = code.blocks[path.block];
  const int32_t target = step.info;
  const int32_t next = path.block + 1;
  if (step.guard == kNoSlot) {
    go(warp, target);
    return Flow::Moved;
  }
  warp.counters[layout_.branches] += path.weight;
  const int32_t exit = exit_of_loop(warp, block, target, next);
  LoopState* loop = nullptr;
  for (LoopState& state : warp.loops)
    if (state.frame == path.frame && state.loop == block.loop) loop = &state;
  if (exit >= 0 && loop != nullptr && loop->force_exit) {
    loops_.forget_polled(warp, loop->loop);
    go(warp, exit);
    return Flow::Moved;
  }
  if (exit >= 0 && loop != nullptr && loop->closing &&
      Ending::is_way_out(code, *loop, path.block)) {
    go(warp, exit);
    return Flow::Moved;
  }
  double scale = 1;
  if (unknown != 0) {
    const int32_t line = code.ptx->instructions[step.instruction].line;
    const int32_t listed =
        state_.unknowns.touched(line, cause, exit >= 0 ? "loop bound" : "branch");
    if (listed >= 0) warp.counters[layout_.unknowns + listed] += path.weight;
    block_.outcome.estimated = true;
    warp.counters[layout_.estimated] += path.weight;
    if (exit >= 0) {
      fail_contexts(warp);
      const bool stay = loop == nullptr || loop->unknown_trips++ < kUnknownTrips - 1;
      taken &= ~unknown;
      if (stay == (exit != target)) taken |= unknown;
      unknown = 0;
    } else {
      taken |= unknown;
      scale = unknown == path.mask ? 0.5 : 1;
    }
  }
  const LaneMask other = (path.mask & ~taken) | unknown;
  if (taken == 0 || other == 0 || target == next) {
    go(warp, taken != 0 ? target : next);
    return Flow::Moved;
  }
  warp.counters[layout_.divergent] += path.weight;
  split(warp, taken, other, target, next, scale);
  return Flow::Moved;
}

Flow BlockRunner::branch_indexed(Warp& warp, const Step& step) {
  Path& path = warp.paths.back();
  const std::vector<int32_t>& targets = warp.frames[path.frame].code->vectors[step.info];
  if (targets.empty()) return leave(warp, path.mask, path.frame == 0);
  deltas_.need_still(warp, step.a, path.mask);
  warp.counters[layout_.branches] += path.weight;
  const Lane* index = registers_.read(warp, step.a);
  const LaneMask unknown = registers_.unknown_of(warp, step.a) & path.mask;
  if (unknown != 0) {
    const int32_t line = warp.frames[path.frame].code->ptx->instructions[step.instruction].line;
    state_.unknowns.touched(line, registers_.cause_of(warp, step.a), "branch");
    block_.outcome.estimated = true;
  }
  // Lanes of one target leave together; those of an unknown index take the first.
  const int32_t first = std::countr_zero(path.mask);
  const auto target_of = [&](int lane) {
    if (((unknown >> lane) & 1) != 0 || index[lane] >= targets.size()) return targets[0];
    return targets[index[lane]];
  };
  const int32_t chosen = target_of(first);
  LaneMask same = 0;
  for (int lane = first; lane < width_; ++lane)
    if (((path.mask >> lane) & 1) != 0 && target_of(lane) == chosen) same |= LaneMask{1} << lane;
  if (same == path.mask) {
    go(warp, chosen);
    return Flow::Moved;
  }
  // The rest comes back to this instruction on a path of its own.
  warp.counters[layout_.divergent] += path.weight;
  const LaneMask rest = path.mask & ~same;
  const int32_t here = path.block;
  const int32_t again = path.step - 1;
  split(warp, same, rest, chosen, here, 1);
  for (Path& other : warp.paths) {
    if (other.block == here && other.mask == rest && other.step < 0) {
      other.step = again;
      other.time = warp.time;
    }
  }
  return Flow::Moved;
}

Flow BlockRunner::leave(Warp& warp, LaneMask mask, bool whole_kernel) {
  const int32_t frame = warp.paths.back().frame;
  for (Path& path : warp.paths)
    if (whole_kernel || path.frame == frame) path.mask &= ~mask;
  if (whole_kernel) warp.live &= ~mask;
  return warp.paths.back().mask == 0 ? Flow::Moved : Flow::Next;
}

void BlockRunner::pass(Warp& warp, LaneMask mask, const std::vector<CallInfo::Passed>& from,
                       const std::vector<CallInfo::Passed>& to) {
  for (size_t k = 0; k < from.size() && k < to.size(); ++k)
    pass_one(warp, mask, from[k], to[k]);
}

// Between registers or bytes of the call area, lane by lane.
void BlockRunner::pass_one(Warp& warp, LaneMask mask, const CallInfo::Passed& from,
                           const CallInfo::Passed& to) {
  const Lane* registers = from.slot == kNoSlot ? nullptr : registers_.read(warp, from.slot);
  const LaneMask unknown = from.slot == kNoSlot ? 0 : registers_.unknown_of(warp, from.slot);
  const int64_t bytes = std::min(from.bytes, to.bytes);
  Lane into[kMaxLanes] = {};
  LaneMask lost = 0;
  for (int lane = 0; lane < width_; ++lane) {
    if (((mask >> lane) & 1) == 0) continue;
    ByteMemory& memory = warp.call[lane];
    for (int64_t at = 0; at < bytes; at += 8) {
      const int part = static_cast<int>(std::min<int64_t>(8, bytes - at));
      Known value = memory.load(static_cast<uint64_t>(from.at + at), part);
      if (registers != nullptr) value = {registers[lane], ((unknown >> lane) & 1) == 0, -1};
      into[lane] = value.value;
      if (!value.known) lost |= LaneMask{1} << lane;
      if (to.slot == kNoSlot)
        memory.store(static_cast<uint64_t>(to.at + at), part, value.value, value.known);
    }
  }
  if (to.slot != kNoSlot) registers_.write(warp, to.slot, into, mask, lost, 0);
}

// The function that a call reaches; -1: none that can be followed.
int32_t BlockRunner::callee_of(Warp& warp, const Step& step, const CallInfo& info, LaneMask mask) {
  int32_t function = info.function;
  if (function == -2) {
    const Lane target = registers_.read(warp, step.a)[std::countr_zero(mask)];
    const Lane index = target < 0x1000 ? ~Lane{0} : (target - 0x1000) / 16;
    const bool known =
        index < program_.functions.size() && program_.functions[index].ptx != nullptr;
    function = known ? static_cast<int32_t>(index) : -1;
    if (!known) state_.findings.note("An indirect call has no known target and was not followed.");
  } else if (function < 0 && !info.name.empty() && !info.results.empty()) {
    state_.findings.note("The result of '" + info.name + "' is unknown.");
  }
  if (function >= 0 && warp.n_frames >= kMaxFrames) {
    state_.findings.note("Recursion deeper than 48 calls was not followed.");
    return -1;
  }
  return function;
}

void BlockRunner::forget_results(Warp& warp, const CallInfo& info, LaneMask mask) {
  for (const CallInfo::Passed& result : info.results) {
    if (result.slot != kNoSlot) {
      const Lane nothing[kMaxLanes] = {};
      registers_.write(warp, result.slot, nothing, mask, mask,
                       state_.unknowns.cause("the result of a call"));
      continue;
    }
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      ByteMemory& memory = warp.call[std::countr_zero(left)];
      for (int64_t at = 0; at < result.bytes; at += 8) {
        const int part = static_cast<int>(std::min<int64_t>(8, result.bytes - at));
        memory.store(static_cast<uint64_t>(result.at + at), part, 0, false);
      }
    }
  }
}

Flow BlockRunner::call(Warp& warp, const Step& step, LaneMask mask) {
  const Path caller = warp.paths.back();
  const CallInfo& info = warp.frames[caller.frame].code->calls[step.info];
  const int32_t function = callee_of(warp, step, info, mask);
  if (function < 0) {
    forget_results(warp, info, mask);
    return Flow::Next;
  }
  fail_contexts(warp);
  const FunctionCode& callee = program_.functions[function];
  std::vector<CallInfo::Passed> to;
  const size_t first = callee.ptx->variables.size();
  for (size_t k = 0; k < callee.ptx->parameters.size(); ++k)
    to.push_back({kNoSlot, callee.parameter_at[first + k], callee.ptx->parameters[k].bytes});
  pass(warp, mask, info.arguments, to);
  if (warp.frames.size() == warp.n_frames) warp.frames.emplace_back();
  Frame& frame = warp.frames[warp.n_frames];
  frame.code = &callee;
  frame.registers.assign(static_cast<size_t>(callee.n_slots) * stride_, 0);
  frame.unknown.assign(callee.n_slots, ~LaneMask{0});
  frame.cause.assign(callee.n_slots, 0);
  frame.call_step = caller.step - 1;
  frame.mask = mask;
  Path path;
  path.frame = static_cast<int32_t>(warp.n_frames++);
  path.mask = mask;
  path.weight = caller.weight;
  warp.paths.push_back(path);
  return Flow::Moved;
}

void BlockRunner::return_from_call(Warp& warp) {
  const Frame& frame = warp.frames[--warp.n_frames];
  loops_.leave_functions(warp);
  if (warp.paths.empty()) return;
  const FunctionCode& callee = *frame.code;
  const FunctionCode& caller = *warp.frames[warp.paths.back().frame].code;
  const CallInfo& info = caller.calls[caller.steps[frame.call_step].info];
  std::vector<CallInfo::Passed> from;
  const size_t first = callee.ptx->variables.size() + callee.ptx->parameters.size();
  for (size_t k = 0; k < callee.ptx->results.size(); ++k)
    from.push_back({kNoSlot, callee.parameter_at[first + k], callee.ptx->results[k].bytes});
  pass(warp, frame.mask, from, info.results);
}

}  // namespace kcast::exec
