#include "frontend/host/loops.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "frontend/host/values/memory_join.h"

namespace kcast::host {

Flow Loops::run_loop(const LoopParts& parts) {
  if (control_.halted()) return Flow::Next;
  HostEffects effects = index_.effects(parts.loop);
  if (effects.launches || effects.indirect || control_.limited == Limited::Loop) {
    return run_known_loop(parts);
  }
  Flow flow = Flow::Next;
  SourcePlace where = source_place(parts.loop->getBeginLoc(), stack_.ast());
  bool done = branches_.run_limited(
      [&] { flow = run_known_loop(parts); }, Limited::Loop,
      "is set by a loop in line " + std::to_string(where.line) + " that is too long to follow");
  if (done) return flow;
  // What its further rounds might still change is not known either.
  CauseSet why =
      causes_.cause("a loop in line " + std::to_string(where.line), "is too long to follow", true);
  branches_.run_limited([&] { run_unknown_loop(parts, why); }, Limited::Loop,
                        "is set by a loop that is too long to follow");
  return Flow::Next;
}

Flow Loops::run_known_loop(const LoopParts& parts) {
  bool outer_doubted = doubt_.loop_may_be_left;
  CauseSet outer_doubt = doubt_.loop_left_causes;
  doubt_.loop_may_be_left = false;
  doubt_.loop_left_causes = 0;
  LoopWatch watch;
  HostEffects effects = index_.effects(parts.loop);
  watch.is_allowed = !index_.leaves_loop(parts.body);
  // Buffers that take turns, two or three of them, are back in place after six rounds.
  watch.block = effects.launches || effects.indirect ? 6 : 2;
  ++trials_.watched;
  uint64_t launches_before = launched_.made;
  memory_.open_journal();
  EarlyExits exits;
  exits.journal = memory_.journals().size() - 1;
  exits.launches = effects.launches;
  EarlyExits* outer_break = std::exchange(doubt_.break_exits, &exits);
  EarlyExits* outer_continue = std::exchange(doubt_.continue_exits, &exits);
  Flow result = Flow::Next;
  bool skip_condition = parts.body_first;
  while (!control_.halted()) {
    CauseSet causes = 0;
    Truth truth = skip_condition ? Truth::True : rounds_.loop_condition(parts, &causes);
    skip_condition = false;
    if (control_.halted() || truth == Truth::False) break;
    if (truth == Truth::Unknown) {
      result = run_unknown_loop(parts, causes);
      break;
    }
    Flow flow = rounds_.run_round(parts);
    ++watch.round;
    if (flow == Flow::Break) break;
    if (flow == Flow::Return || flow == Flow::Goto) {
      result = flow;
      break;
    }
    if (control_.halted()) break;
    if (doubt_.loop_may_be_left) {
      // It may have been left already: from here on no number of rounds is known.
      CauseSet doubt = doubt_.loop_left_causes;
      result = run_unknown_loop(parts, doubt);
      break;
    }
    if (watch.is_allowed) summaries_.watch_loop(parts, watch);
  }
  doubt_.break_exits = outer_break;
  doubt_.continue_exits = outer_continue;
  if (!exits.breaks.empty()) merge_ways(memory_, exits.journal, exits.breaks, exits.causes);
  if (trials_.depth == 0) guesses_.settle_sums(watch);
  memory_.keep_journal();
  if (control_.halt == Halt::Fuel) records_.give_up_counts(launches_before);
  --trials_.watched;
  doubt_.loop_may_be_left = outer_doubted;
  doubt_.loop_left_causes = outer_doubt;
  return result;
}

// The body is run until it makes no more difference, and once more, with all that it
// changes unknown, for the launches it makes.
Flow Loops::run_unknown_loop(const LoopParts& parts, CauseSet causes) {
  if (doubt_.forks >= Doubt::kMaxForks) {
    doubt_.way_skipped = true;
    return Flow::Next;
  }
  if (causes == 0) causes = causes_.cause("a condition", "is not known", true);
  HostEffects effects = index_.effects(parts.loop);
  bool may_launch = effects.launches || effects.indirect;
  ++doubt_.forks;
  ++doubt_.conditional;
  ++doubt_.repeated;
  CauseSet outer_causes = doubt_.repeat_causes;
  doubt_.repeat_causes = causes_.join(doubt_.repeat_causes, causes);
  bool outer_recording = launched_.recording;
  EarlyExits* outer_break = doubt_.break_exits;
  EarlyExits* outer_continue = doubt_.continue_exits;
  constexpr int kMaxPasses = 8;
  bool is_last = false;
  for (int pass = 0; !control_.halted(); ++pass) {
    launched_.recording = outer_recording && is_last;
    memory_.open_journal();
    EarlyExits exits;
    exits.journal = memory_.journals().size() - 1;
    doubt_.break_exits = &exits;
    doubt_.continue_exits = &exits;
    size_t pending = stack_.frame().pending.size();
    Flow flow = rounds_.run_round(parts);
    CauseSet ignored = 0;
    if (!control_.halted() && flow == Flow::Next) rounds_.loop_condition(parts, &ignored);
    bool is_over = control_.halt == Halt::Fuel;
    if (flow == Flow::Return && !is_over) {
      stack_.frame().pending.push_back({stack_.frame().returned, causes});
      stack_.frame().returned = EvalValue();
    }
    if (!is_last && may_launch)
      stack_.frame().pending.resize(std::min(pending, stack_.frame().pending.size()));
    std::vector<MemoryDelta> ends = std::move(exits.breaks);
    ends.push_back(memory_.undo_journal());
    if (!is_over) control_.halt = Halt::None;
    bool differs = join_paths(memory_, ends, true, causes);
    if (is_last || (!differs && !may_launch)) break;
    if (differs && pass >= kMaxPasses) {
      for (const auto& [id, content] : ends.back())
        memory_.forget(id, causes);
    }
    is_last = !differs || pass >= kMaxPasses;
  }
  doubt_.break_exits = outer_break;
  doubt_.continue_exits = outer_continue;
  launched_.recording = outer_recording;
  doubt_.repeat_causes = outer_causes;
  --doubt_.repeated;
  --doubt_.conditional;
  --doubt_.forks;
  return Flow::Next;
}

}  // namespace kcast::host
