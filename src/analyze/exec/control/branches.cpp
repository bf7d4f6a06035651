#include "analyze/exec/control/branches.h"

#include <bit>

#include "analyze/exec/loops/ending.h"

namespace kcast::exec {
namespace {

constexpr int64_t kUnknownTrips = 8;  // iterations of a loop whose bound is unknown

}  // namespace

// Lanes that ran both sides of a branch hold what the side that ran last wrote: what
// either side can write is unknown.
void Branches::settle_doubt(Warp& warp, Path& path) {
  Frame& frame = warp.frames[path.frame];
  const FunctionCode& code = *frame.code;
  std::vector<bool> visited(code.blocks.size(), false);
  std::vector<int32_t> open = code.blocks[path.doubt_branch].successors;
  const int32_t cause = unknowns_.cause("a value that an unknown branch decides");
  while (!open.empty()) {
    const int32_t b = open.back();
    open.pop_back();
    if (b == path.block || visited[b]) continue;
    visited[b] = true;
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

void Branches::jump(Warp& warp, int32_t target) {
  Path& path = warp.paths.back();
  path.from = path.block;
  path.block = target;
  path.step = -1;
}

// Which of two targets leaves the innermost loop of the block, where just one does.
int32_t Branches::exit_of_loop(const Warp& warp, const BlockCode& block, int32_t a,
                               int32_t b) const {
  if (block.loop < 0) return -1;
  const FunctionCode& code = *warp.frames[warp.paths.back().frame].code;
  const bool a_in = in_loop(code, a, block.loop);
  const bool b_in = in_loop(code, b, block.loop);
  if (a_in == b_in) return -1;
  return a_in ? b : a;
}

// Sends the running path's lanes to two places; `scale` is the weight of each side.
void Branches::split(Warp& warp, LaneMask taken, LaneMask other, int32_t taken_block,
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
    if (both) out.side = ++warp.sides;
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

Flow Branches::branch(Warp& warp, const Step& step, LaneMask taken, LaneMask unknown,
                      int32_t cause) {
  Path& path = warp.paths.back();
  const FunctionCode& code = *warp.frames[path.frame].code;
  const BlockCode& block = code.blocks[path.block];
  const int32_t target = step.info;
  const int32_t next = path.block + 1;
  if (step.guard == kNoSlot) {
    jump(warp, target);
    return Flow::Moved;
  }
  warp.counters[layout_.branches] += path.weight;
  const int32_t exit = exit_of_loop(warp, block, target, next);
  LoopState* loop = nullptr;
  for (LoopState& state : warp.loops)
    if (state.frame == path.frame && state.loop == block.loop) loop = &state;
  if (exit >= 0 && loop != nullptr && loop->force_exit) {
    loops_.forget_polled(warp, loop->loop);
    jump(warp, exit);
    return Flow::Moved;
  }
  if (exit >= 0 && loop != nullptr && loop->closing &&
      Ending::is_way_out(code, *loop, path.block)) {
    jump(warp, exit);
    return Flow::Moved;
  }
  if (exit >= 0 && loop != nullptr && (loop->overrun & path.mask) != 0) {
    const LaneMask over = loop->overrun & path.mask;
    unknown &= ~over;
    taken = exit == target ? taken | over : taken & ~over;
  }
  double scale = 1;
  if (unknown != 0) {
    const int32_t line = code.ptx->instructions[step.instruction].line;
    const int32_t listed = unknowns_.touched(line, cause, exit >= 0 ? "loop bound" : "branch");
    if (listed >= 0) warp.counters[layout_.unknowns + listed] += path.weight;
    estimated_ = true;
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
    jump(warp, taken != 0 ? target : next);
    return Flow::Moved;
  }
  warp.counters[layout_.divergent] += path.weight;
  split(warp, taken, other, target, next, scale);
  return Flow::Moved;
}

Flow Branches::branch_indexed(Warp& warp, const Step& step) {
  Path& path = warp.paths.back();
  const std::vector<int32_t>& targets = warp.frames[path.frame].code->vectors[step.info];
  if (targets.empty()) return leave(warp, path.mask, path.frame == 0);
  deltas_.need_still(warp, step.a, path.mask);
  warp.counters[layout_.branches] += path.weight;
  const Lane* index = registers_.read(warp, step.a);
  const LaneMask unknown = registers_.unknown_of(warp, step.a) & path.mask;
  if (unknown != 0) {
    const int32_t line = warp.frames[path.frame].code->ptx->instructions[step.instruction].line;
    unknowns_.touched(line, registers_.cause_of(warp, step.a), "branch");
    estimated_ = true;
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
    jump(warp, chosen);
    return Flow::Moved;
  }
  // The rest comes back to this instruction on a path of its own.
  warp.counters[layout_.divergent] += path.weight;
  const LaneMask rest = path.mask & ~same;
  const int32_t here = path.block;
  const int32_t this_step = path.step - 1;
  split(warp, same, rest, chosen, here, 1);
  for (Path& other : warp.paths) {
    if (other.block == here && other.mask == rest && other.step < 0) {
      other.step = this_step;
      other.time = warp.time;
    }
  }
  return Flow::Moved;
}

Flow Branches::leave(Warp& warp, LaneMask mask, bool whole_kernel) {
  const Path left = warp.paths.back();
  // Lanes that run both sides of a branch leave on one of them alone.
  for (Path& path : warp.paths) {
    const bool same = left.side == 0 || path.side == left.side;
    if (same && (whole_kernel || path.frame == left.frame)) path.mask &= ~mask;
  }
  if (whole_kernel && left.side == 0) warp.live &= ~mask;
  return warp.paths.back().mask == 0 ? Flow::Moved : Flow::Next;
}

}  // namespace kcast::exec
