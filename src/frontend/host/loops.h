// Loops: run while their condition is known. Long ones are looked at after a few
// rounds, and most of their rounds may be skipped: see summaries.h.
#pragma once

#include <clang/AST/Stmt.h>

#include "frontend/host/program_index.h"
#include "frontend/host/rounds.h"
#include "frontend/host/state/branches.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/state/loop_guesses.h"
#include "frontend/host/summaries.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

struct LoopsUses {
  LoopRounds& rounds_;
  LoopSummaries& summaries_;
  LoopGuesses& guesses_;
  Branches& branches_;
  ProgramIndex& index_;
  HostMemory& memory_;
  CallStack& stack_;
  Causes& causes_;
  Control& control_;
  Doubt& doubt_;
  LoopTrials& trials_;
  LaunchState& launched_;
  LaunchRecords& records_;
};

class Loops : private LoopsUses {
 public:
  explicit Loops(const LoopsUses& uses) : LoopsUses(uses) {}

  Flow run_loop(const LoopParts& parts);

 private:
  Flow run_known_loop(const LoopParts& parts);
  Flow run_unknown_loop(const LoopParts& parts, CauseSet causes);
};

}  // namespace kcast::host
