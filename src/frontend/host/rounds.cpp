#include "frontend/host/rounds.h"

#include <algorithm>
#include <utility>

#include "frontend/host/values/memory_join.h"

namespace kcast::host {

Truth LoopRounds::loop_condition(const LoopParts& parts, CauseSet* causes) {
  *causes = 0;
  if (parts.condition_variable != nullptr) code_.exec(parts.condition_variable);
  if (parts.condition == nullptr) return Truth::True;
  return code_.condition(parts.condition, causes);
}

Flow LoopRounds::run_round(const LoopParts& parts) {
  if (parts.each != nullptr) code_.exec(parts.each);
  Flow flow = code_.exec(parts.body);
  if (control_.halted() || flow == Flow::Break || flow == Flow::Return || flow == Flow::Goto)
    return flow;
  if (doubt_.continue_exits != nullptr && !doubt_.continue_exits->continues.empty()) {
    merge_ways(memory_, doubt_.continue_exits->journal, doubt_.continue_exits->continues,
               doubt_.continue_exits->causes);
    doubt_.continue_exits->continues.clear();
  }
  if (parts.step != nullptr) code_.discard(parts.step);
  return Flow::Next;
}

Trial LoopRounds::trial(uint64_t budget, std::vector<LaunchRecord>* launches) {
  return {{memory_, position_, control_, doubt_, launched_}, budget, launches};
}

Trial::Trial(const TrialUses& uses, uint64_t budget, std::vector<LaunchRecord>* launches)
    : TrialUses(uses),
      deadline_(control_.deadline),
      outer_launches_(std::exchange(launched_.trial_launches, launches)),
      outer_conditions_(std::exchange(launched_.trial_conditions, doubt_.conditional)),
      loop_may_be_left_(std::exchange(doubt_.loop_may_be_left, false)),
      way_skipped_(std::exchange(doubt_.way_skipped, false)),
      loop_left_causes_(doubt_.loop_left_causes),
      user_place_(position_.place),
      break_exits_(std::exchange(doubt_.break_exits, &exits_)),
      continue_exits_(std::exchange(doubt_.continue_exits, &exits_)) {
  memory_.open_journal();
  control_.deadline = std::min(control_.deadline, control_.steps + budget);
  exits_.journal = memory_.journals().size() - 1;
  exits_.launches = false;
}

MemoryDelta Trial::undo() {
  is_undone_ = true;
  return memory_.undo_journal();
}

Trial::~Trial() {
  if (!is_undone_) memory_.undo_journal();
  if (control_.steps <= deadline_) control_.halt = Halt::None;
  doubt_.break_exits = break_exits_;
  doubt_.continue_exits = continue_exits_;
  position_.place = user_place_;
  doubt_.loop_left_causes = loop_left_causes_;
  doubt_.way_skipped = way_skipped_;
  doubt_.loop_may_be_left = loop_may_be_left_;
  launched_.trial_conditions = outer_conditions_;
  launched_.trial_launches = outer_launches_;
  control_.deadline = deadline_;
}

}  // namespace kcast::host
