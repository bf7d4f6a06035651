// Loops: run while their condition is known. Long ones are looked at after a few
// rounds, and most of their rounds may be skipped: see host_summaries.cpp.
#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "frontend/host/loop_watch.h"
#include "frontend/host/machine.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

constexpr uint64_t kGiveUpBudget = 300'000;  // steps before a plain loop is given up

}  // namespace

Truth HostMachine::loop_condition(const LoopParts& parts, CauseSet* causes) {
  *causes = 0;
  if (parts.condition_variable != nullptr) exec(parts.condition_variable);
  if (parts.condition == nullptr) return Truth::True;
  return condition(parts.condition, causes);
}

Flow HostMachine::run_round(const LoopParts& parts) {
  if (parts.each != nullptr) exec(parts.each);
  Flow flow = exec(parts.body);
  if (halted() || flow == Flow::Break || flow == Flow::Return || flow == Flow::Goto) return flow;
  if (continue_exits_ != nullptr && !continue_exits_->continues.empty()) {
    memory_.merge(continue_exits_->journal, continue_exits_->continues, continue_exits_->causes);
    continue_exits_->continues.clear();
  }
  if (parts.step != nullptr) discard(parts.step);
  return Flow::Next;
}

Flow HostMachine::run_loop(const LoopParts& parts) {
  if (halted()) return Flow::Next;
  HostEffects effects = index_.effects(parts.loop);
  if (effects.launches || effects.indirect || in_limit_) return run_known_loop(parts);
  Flow flow = Flow::Next;
  SourcePlace where = source_place(parts.loop->getBeginLoc(), ast());
  bool done = run_limited(
      [&] { flow = run_known_loop(parts); },
      "is set by a loop in line " + std::to_string(where.line) + " that is too long to follow");
  if (done) return flow;
  // What its further rounds might still change is not known either.
  CauseSet why =
      cause("a loop in line " + std::to_string(where.line), "is too long to follow", true);
  run_limited([&] { run_unknown_loop(parts, why); }, "is set by a loop that is too long to follow");
  return Flow::Next;
}

// The evaluation ends inside a loop: how often it would have launched is not known.
void HostMachine::give_up_counts(uint64_t launches_before) {
  if (rehearsal_ != nullptr) return;
  CauseSet why = cause("", "is decided by a loop that is too long to follow", false);
  for (LaunchRecord& known : log_.records()) {
    if (known.touched <= launches_before || !known.count_known) continue;
    known.count_known = false;
    known.count_causes = why;
    known.launch.note = "in a loop that is too long to follow";
  }
}

// Code that launches nothing may cost only so much; then what it changed is forgotten.
bool HostMachine::run_limited(const std::function<void()>& code, const std::string& reason) {
  uint64_t outer = deadline_;
  deadline_ = std::min(deadline_, steps_ + kGiveUpBudget);
  bool is_limited = deadline_ < outer;
  size_t depth = frames_.size();
  in_limit_ = true;
  memory_.open_journal();
  code();
  deadline_ = outer;
  in_limit_ = false;
  bool gave_up = halt_ == Halt::Fuel && is_limited && frames_.size() == depth;
  if (gave_up) {
    halt_ = Halt::None;
    forget_changes(reason);
  }
  memory_.keep_journal();
  return !gave_up;
}

void HostMachine::forget_changes(const std::string& reason) {
  std::map<uint32_t, ContentRef> changed = memory_.saved();
  for (const auto& [id, before] : changed) {
    if (memory_.object(id).is_dead) continue;
    auto after = std::make_shared<MemoryContent>(memory_.content(id));
    std::string name = memory_.object(id).name;
    CauseSet why = cause(name.empty() ? "memory" : name, reason, false);
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

Flow HostMachine::run_known_loop(const LoopParts& parts) {
  bool outer_doubted = loop_doubted_;
  CauseSet outer_doubt = loop_doubt_;
  loop_doubted_ = false;
  loop_doubt_ = 0;
  LoopWatch watch;
  HostEffects effects = index_.effects(parts.loop);
  watch.is_allowed = !index_.leaves_loop(parts.body);
  // Buffers that take turns, two or three of them, are back in place after six rounds.
  watch.block = effects.launches || effects.indirect ? 6 : 2;
  ++watched_loops_;
  uint64_t launches_before = launches_made_;
  memory_.open_journal();
  EarlyExits exits;
  exits.journal = memory_.journals() - 1;
  exits.launches = effects.launches;
  EarlyExits* outer_break = std::exchange(break_exits_, &exits);
  EarlyExits* outer_continue = std::exchange(continue_exits_, &exits);
  Flow result = Flow::Next;
  bool skip_condition = parts.body_first;
  while (!halted()) {
    CauseSet causes = 0;
    Truth truth = skip_condition ? Truth::True : loop_condition(parts, &causes);
    skip_condition = false;
    if (halted() || truth == Truth::False) break;
    if (truth == Truth::Unknown) {
      result = run_unknown_loop(parts, causes);
      break;
    }
    Flow flow = run_round(parts);
    ++watch.round;
    if (flow == Flow::Break) break;
    if (flow == Flow::Return || flow == Flow::Goto) {
      result = flow;
      break;
    }
    if (halted()) break;
    if (loop_doubted_) {
      // It may have been left already: from here on no number of rounds is known.
      CauseSet doubt = loop_doubt_;
      result = run_unknown_loop(parts, doubt);
      break;
    }
    if (watch.is_allowed) watch_loop(parts, watch);
  }
  break_exits_ = outer_break;
  continue_exits_ = outer_continue;
  if (!exits.breaks.empty()) memory_.merge(exits.journal, exits.breaks, exits.causes);
  if (trial_depth_ == 0) settle_sums(watch);
  memory_.keep_journal();
  if (halt_ == Halt::Fuel) give_up_counts(launches_before);
  --watched_loops_;
  loop_doubted_ = outer_doubted;
  loop_doubt_ = outer_doubt;
  return result;
}

// The body is run until it makes no more difference, and once more, with all that it
// changes unknown, for the launches it makes.
Flow HostMachine::run_unknown_loop(const LoopParts& parts, CauseSet causes) {
  if (forks_ >= kMaxForks) {
    way_skipped_ = true;
    return Flow::Next;
  }
  if (causes == 0) causes = cause("a condition", "is not known", true);
  HostEffects effects = index_.effects(parts.loop);
  bool may_launch = effects.launches || effects.indirect;
  ++forks_;
  ++conditional_;
  ++repeated_;
  CauseSet outer_causes = repeat_causes_;
  repeat_causes_ = causes_.join(repeat_causes_, causes);
  bool outer_recording = recording_;
  EarlyExits* outer_break = break_exits_;
  EarlyExits* outer_continue = continue_exits_;
  constexpr int kMaxPasses = 8;
  bool is_last = false;
  for (int pass = 0; !halted(); ++pass) {
    recording_ = outer_recording && is_last;
    memory_.open_journal();
    EarlyExits exits;
    exits.journal = memory_.journals() - 1;
    break_exits_ = &exits;
    continue_exits_ = &exits;
    size_t pending = frame().pending.size();
    Flow flow = run_round(parts);
    CauseSet ignored = 0;
    if (!halted() && flow == Flow::Next) loop_condition(parts, &ignored);
    bool is_over = halt_ == Halt::Fuel;
    if (flow == Flow::Return && !is_over) {
      frame().pending.push_back({frame().returned, causes});
      frame().returned = EvalValue();
    }
    if (!is_last && may_launch) frame().pending.resize(std::min(pending, frame().pending.size()));
    std::vector<MemoryDelta> ends = std::move(exits.breaks);
    ends.push_back(memory_.undo_journal());
    if (!is_over) halt_ = Halt::None;
    bool differs = memory_.join(ends, true, causes);
    if (is_last || (!differs && !may_launch)) break;
    if (differs && pass >= kMaxPasses) {
      for (const auto& [id, content] : ends.back())
        memory_.forget(id, causes);
    }
    is_last = !differs || pass >= kMaxPasses;
  }
  break_exits_ = outer_break;
  continue_exits_ = outer_continue;
  recording_ = outer_recording;
  repeat_causes_ = outer_causes;
  --repeated_;
  --conditional_;
  --forks_;
  return Flow::Next;
}

}  // namespace kcast::host
