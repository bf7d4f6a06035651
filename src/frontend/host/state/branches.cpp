#include "frontend/host/state/branches.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "frontend/host/values/memory_join.h"

namespace kcast::host {

namespace {

constexpr uint64_t kGiveUpBudget = 300'000;  // steps before a plain loop is given up
constexpr uint64_t kGiveUpShare = 8;         // or this part of the steps that are left
// A call without launches may take more: its loops are given up first, one by one.
constexpr uint64_t kCallBudget = 700'000;
constexpr uint64_t kCallShare = 5;
constexpr uint64_t kShareInCall = 2;

}  // namespace

// A way on from a condition that is not known leaves a loop, a round, a switch or a function.
void Branches::leave_early(Flow flow, CauseSet condition) {
  if (flow == Flow::Next || flow == Flow::Goto) return;
  EarlyExits* exits = flow == Flow::Break      ? doubt_.break_exits
                      : flow == Flow::Continue ? doubt_.continue_exits
                                               : doubt_.return_exits;
  if (exits == nullptr) return;
  auto& states = flow == Flow::Break      ? exits->breaks
                 : flow == Flow::Continue ? exits->continues
                                          : exits->returns;
  states.push_back(memory_.changes_since(exits->journal));
  control_.steps += states.back().size();
  exits->causes = causes_.join(exits->causes, condition);
  if (flow == Flow::Return) return;
  // How often the rest of the loop runs is in doubt.
  if (exits->is_loop && (flow == Flow::Break || exits->launches)) {
    doubt_.loop_may_be_left = true;
    doubt_.loop_left_causes = causes_.join(doubt_.loop_left_causes, condition);
  }
}

Flow Branches::fork(CauseSet condition, const std::vector<std::function<Flow()>>& ways,
                    int expected) {
  if (doubt_.forks >= Doubt::kMaxForks) {
    doubt_.way_skipped = true;
    return Flow::Next;
  }
  ++doubt_.forks;
  CauseSet outer_guard = doubt_.guard_causes;
  std::vector<MemoryDelta> ends;
  std::optional<std::pair<Flow, MemoryDelta>> left;
  Halt last_halt = Halt::None;
  for (size_t i = 0; i < ways.size(); ++i) {
    bool is_expected = static_cast<int>(i) == expected;
    memory_.open_journal();
    EvalValue returned = stack_.frame().returned;
    if (!is_expected) ++doubt_.conditional;
    if (!is_expected) doubt_.guard_causes = causes_.join(outer_guard, condition);
    Flow flow = ways[i]();
    if (!is_expected) --doubt_.conditional;
    doubt_.guard_causes = outer_guard;
    if (!control_.halted()) leave_early(flow, condition);
    MemoryDelta delta = memory_.undo_journal();
    if (control_.halt == Halt::Fuel) {
      memory_.apply(delta);
      --doubt_.forks;
      return flow;
    }
    if (control_.halt != Halt::None) {
      last_halt = control_.halt;
      control_.halt = Halt::None;
    } else if (flow == Flow::Next) {
      ends.push_back(std::move(delta));
    } else {
      if (flow == Flow::Return) {
        stack_.frame().pending.push_back({stack_.frame().returned, condition});
        stack_.frame().returned = returned;
      }
      left = {flow, std::move(delta)};
    }
  }
  --doubt_.forks;
  if (!ends.empty()) {
    if (ends.size() == 1) {
      memory_.apply(ends[0]);
    } else {
      join_paths(memory_, ends, false, condition);
    }
    return Flow::Next;
  }
  if (!left) {
    control_.halt = last_halt;
    return Flow::Next;
  }
  memory_.apply(left->second);
  if (left->first == Flow::Return) {
    stack_.frame().returned = stack_.frame().pending.back().value;
    stack_.frame().pending.pop_back();
  }
  return left->first;
}

// Code that launches nothing may cost only so much; then what it changed is forgotten.
bool Branches::run_limited(const std::function<void()>& code, Limited kind,
                           const std::string& reason) {
  uint64_t outer = control_.deadline;
  const Limited outer_kind = std::exchange(control_.limited, kind);
  const uint64_t left = control_.deadline - std::min(control_.deadline, control_.steps);
  const uint64_t share = kind == Limited::Call         ? kCallShare
                         : outer_kind == Limited::Call ? kShareInCall
                                                       : kGiveUpShare;
  const uint64_t most = kind == Limited::Call ? kCallBudget : kGiveUpBudget;
  control_.deadline = control_.steps + std::min(most, left / share);
  bool is_limited = control_.deadline < outer;
  size_t depth = stack_.frames.size();
  memory_.open_journal();
  code();
  control_.deadline = outer;
  control_.limited = outer_kind;
  bool gave_up = control_.halt == Halt::Fuel && is_limited && stack_.frames.size() == depth;
  if (gave_up) {
    control_.halt = Halt::None;
    forget_changes(reason);
  }
  memory_.keep_journal();
  return !gave_up;
}

void Branches::forget_changes(const std::string& reason) {
  std::map<uint32_t, ContentRef> changed = memory_.journals().last();
  for (const auto& [id, before] : changed) {
    if (memory_.object(id).is_dead) continue;
    auto after = std::make_shared<MemoryContent>(memory_.content(id));
    std::string name = memory_.object(id).name;
    CauseSet why = causes_.cause(name.empty() ? "memory" : name, reason, false);
    for (MemoryCell& cell : after->cells) {
      EvalValue old = load_content(*before, cell.offset, shape_of_cell(cell));
      if (!same_bits(old, cell.value)) cell.value = unknown_value(why);
    }
    if (after->regions != before->regions) {
      after->regions.resize(1);
      after->regions[0] = MemoryRegion();
      after->regions[0].causes = why;
    }
    memory_.replace(id, std::move(after));
  }
}

}  // namespace kcast::host
