#include "analyze/exec/control/calls.h"

#include <algorithm>
#include <bit>

#include "analyze/exec/loops/deltas.h"

namespace kcast::exec {
namespace {

constexpr size_t kMaxFrames = 48;
constexpr size_t kMaxFrameSlots = 1 << 16;  // registers of all functions that wait in a warp

}  // namespace

void Calls::pass(Warp& warp, LaneMask mask, const std::vector<CallInfo::Passed>& from,
                 const std::vector<CallInfo::Passed>& to) {
  for (size_t k = 0; k < from.size() && k < to.size(); ++k)
    pass_one(warp, mask, from[k], to[k]);
}

// Between registers or bytes of the call area, lane by lane.
void Calls::pass_one(Warp& warp, LaneMask mask, const CallInfo::Passed& from,
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

// Which of the lanes call the same function as the first: the others do so after it.
LaneMask Calls::same_target(Warp& warp, const Step& step, LaneMask mask) {
  const Lane* targets = registers_.read(warp, step.a);
  const LaneMask unknown = registers_.unknown_of(warp, step.a) & mask;
  const int first = std::countr_zero(mask);
  if (((unknown >> first) & 1) != 0) return unknown;
  LaneMask same = 0;
  for (LaneMask left = mask & ~unknown; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (targets[lane] == targets[first]) same |= LaneMask{1} << lane;
  }
  return same;
}

// The function that a pointer leads to. Where nobody knows, the first that takes and gives
// what this call passes: nothing would be worse than some body of the right kind.
int32_t Calls::pointed_callee(Warp& warp, const Step& step, const CallInfo& info, LaneMask mask) {
  const int first = std::countr_zero(mask);
  const Lane target = registers_.read(warp, step.a)[first];
  const bool unknown = ((registers_.unknown_of(warp, step.a) >> first) & 1) != 0;
  const Lane index = unknown || target < kFunctionBase ? ~Lane{0} : (target - kFunctionBase) / 16;
  if (index < program_.functions.size() && program_.functions[index].ptx != nullptr)
    return static_cast<int32_t>(index);
  findings_.lost_call = true;
  const auto alike = [](const auto& declared, const std::vector<CallInfo::Passed>& passed) {
    return std::ranges::equal(
        declared, passed, {}, [](const auto& d) { return d.bytes; },
        [](const auto& p) { return p.bytes; });
  };
  for (size_t f = 0; f < program_.functions.size(); ++f) {
    const ptx::Function* body = program_.functions[f].ptx;
    if (body == nullptr || body->is_entry || body->blocks.empty()) continue;
    if (!alike(body->parameters, info.arguments) || !alike(body->results, info.results)) continue;
    findings_.note("An indirect call has no known target: it was taken for '" + body->name + "'.");
    return static_cast<int32_t>(f);
  }
  findings_.note("An indirect call has no known target and was not followed.");
  return -1;
}

// The function that a call reaches; -1: none that can be followed.
int32_t Calls::callee_of(Warp& warp, const Step& step, const CallInfo& info, LaneMask mask) {
  int32_t function = info.function;
  if (function == kThroughPointer) {
    function = pointed_callee(warp, step, info, mask);
  } else if (function < 0 && !info.name.empty() && !info.results.empty()) {
    findings_.note("The result of '" + info.name + "' is unknown.");
  }
  if (function >= 0 && warp.n_frames >= kMaxFrames) {
    findings_.note("Recursion deeper than 48 calls was not followed.");
    return -1;
  }
  if (function >= 0) {
    auto slots = static_cast<size_t>(program_.functions[static_cast<size_t>(function)].n_slots);
    for (size_t f = 1; f < warp.n_frames; ++f)
      slots += static_cast<size_t>(warp.frames[f].code->n_slots);
    if (slots > kMaxFrameSlots) {
      findings_.note("Calls that need more registers than can be kept were not followed.");
      return -1;
    }
  }
  return function;
}

void Calls::forget_results(Warp& warp, const CallInfo& info, LaneMask mask) {
  for (const CallInfo::Passed& result : info.results) {
    if (result.slot != kNoSlot) {
      const Lane nothing[kMaxLanes] = {};
      registers_.write(warp, result.slot, nothing, mask, mask,
                       unknowns_.cause("the result of a call"));
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

Flow Calls::call(Warp& warp, const Step& step, LaneMask mask) {
  const Path caller = warp.paths.back();
  const CallInfo& info = warp.frames[caller.frame].code->calls[step.info];
  if (info.function == kThroughPointer) {
    // Lanes with another target come back to this instruction.
    Path& path = warp.paths.back();
    const LaneMask open = mask & ~path.called;
    mask = same_target(warp, step, open);
    path.called = mask == open ? 0 : path.called | mask;
    if (path.called != 0) --path.step;
  }
  const int32_t function = callee_of(warp, step, info, mask);
  if (function < 0) {
    forget_results(warp, info, mask);
    return warp.paths.back().called != 0 ? Flow::Moved : Flow::Next;
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

void Calls::return_from_call(Warp& warp) {
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
