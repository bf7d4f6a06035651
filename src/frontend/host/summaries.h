// Long loops: most of their rounds are not run one by one.
//
// After a few rounds it is guessed what any later block of rounds starts with
// (state/loop_guesses.h). One block is then tried out from the guessed state. Whatever it
// does not leave as the guess says becomes unknown, until the guess holds; so a value that
// is rarely changed, or changed under a condition on the round, ends up unknown and never
// wrong.
#pragma once

#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/host/evaluator.h"
#include "frontend/host/rounds.h"
#include "frontend/host/samples.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/state/loop_guesses.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

struct LoopSummariesUses {
  Evaluator& code_;
  LoopRounds& rounds_;
  LoopSamples& samples_;
  LoopGuesses& guesses_;
  HostMemory& memory_;
  NamedMemory& named_;
  LoopTrials& trials_;
  const Control& control_;
  const Doubt& doubt_;
  LaunchState& launched_;
  LaunchRecords& records_;
};

class LoopSummaries : private LoopSummariesUses {
 public:
  explicit LoopSummaries(const LoopSummariesUses& uses) : LoopSummariesUses(uses) {}

  // After each round: skips most of those to come once it has looked often enough.
  void watch_loop(const LoopParts& parts, LoopWatch& watch);

 private:
  void skip_rounds(const LoopParts& parts, LoopWatch& watch);
  bool settle_guess(const LoopParts& parts, const LoopBlocks& blocks, LoopGuess& guess,
                    std::vector<LaunchRecord>* launches);
  bool run_block(const LoopParts& parts, const LoopBlocks& blocks, const LoopGuess& guess,
                 MemoryDelta* after, std::vector<LaunchRecord>* launches);
  void add_skipped(std::vector<LaunchRecord> made, int64_t times);
  std::optional<int64_t> rounds_left(const LoopParts& parts, const LoopGuess& guess, uint32_t loop);
  std::optional<int64_t> rounds_of(const clang::Expr* condition, uint32_t loop);
};

}  // namespace kcast::host
