// Single rounds of a loop, and rounds that are only tried out.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <cstdint>
#include <vector>

#include "frontend/host/evaluator.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

// The parts of any loop.
struct LoopParts {
  const clang::Stmt* loop = nullptr;
  const clang::Stmt* condition_variable = nullptr;
  const clang::Expr* condition = nullptr;
  const clang::Expr* step = nullptr;
  const clang::Stmt* each = nullptr;  // declares the variable of a range-for
  const clang::Stmt* body = nullptr;
  bool body_first = false;
};

struct TrialUses {
  HostMemory& memory_;
  UserPosition& position_;
  Control& control_;
  Doubt& doubt_;
  LaunchState& launched_;
};

// Rounds that are undone: what they change, the launches they make and the way they end are
// of no account outside.
class Trial : private TrialUses {
 public:
  Trial(const TrialUses& uses, uint64_t budget, std::vector<LaunchRecord>* launches);
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
  ~Trial();

  EarlyExits& exits() { return exits_; }
  // What the rounds left behind, and the state before them again.
  MemoryDelta undo();

 private:
  EarlyExits exits_;
  bool is_undone_ = false;
  // As they were before the trial.
  uint64_t deadline_;
  std::vector<LaunchRecord>* outer_launches_;
  int outer_conditions_;
  bool loop_may_be_left_;
  bool way_skipped_;
  CauseSet loop_left_causes_;
  SourcePlace user_place_;
  EarlyExits* break_exits_;
  EarlyExits* continue_exits_;
};

struct LoopRoundsUses {
  Evaluator& code_;
  HostMemory& memory_;
  UserPosition& position_;
  Control& control_;
  Doubt& doubt_;
  LaunchState& launched_;
};

class LoopRounds : private LoopRoundsUses {
 public:
  explicit LoopRounds(const LoopRoundsUses& uses) : LoopRoundsUses(uses) {}

  Truth loop_condition(const LoopParts& parts, CauseSet* causes);
  Flow run_round(const LoopParts& parts);
  // The rounds until the trial ends may take so many steps; their launches go into the list.
  Trial trial(uint64_t budget, std::vector<LaunchRecord>* launches);
};

}  // namespace kcast::host
