// What the rounds of a long loop are taken to do.
//
// After a few rounds the evaluator looks three times at what the loop changes and
// guesses what any later block of rounds starts with: constants, numbers that move
// by the same step in every round, and values that are not known.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "frontend/host/state/causes.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/values/memory.h"

namespace kcast::host {

// Loops whose rounds are not all run.
struct LoopTrials {
  int depth = 0;         // inside so many rounds that are only tried out
  int watched = 0;       // nested loops that are short-cut
  uint32_t guessed = 0;  // loops that were looked at so far; numbers them
};

// The rounds of a loop that are skipped: so many blocks of so many rounds.
struct LoopBlocks {
  uint32_t loop = 0;  // as in EvalValue
  int64_t length = 1;
  int64_t count = 1;
};

// What the state before a block of rounds is taken to be, by object.
using LoopGuess = std::map<uint32_t, ContentRef>;

// What the evaluator sees of a loop that it may shorten.
struct LoopWatch {
  bool is_allowed = true;
  int64_t block = 2;  // rounds between looks
  int64_t round = 0;
  uint64_t look_step = 0;      // steps taken at the first look
  uint64_t look_launches = 0;  // launches made by then
  std::vector<std::map<uint32_t, ContentRef>> looks;
  std::map<uint32_t, ContentRef> origin;  // contents before the loop
  std::vector<std::pair<uint32_t, int64_t>>
      sums;  // objects and offsets of what random numbers add up to
};

struct LoopGuessesUses {
  HostMemory& memory_;
  Causes& causes_;
  const NamedMemory& named_;
};

class LoopGuesses : private LoopGuessesUses {
 public:
  explicit LoopGuesses(const LoopGuessesUses& uses) : LoopGuessesUses(uses) {}

  LoopGuess guess_rounds(const LoopWatch& watch, const LoopBlocks& blocks);
  // Takes out of the guess what a block did not leave as the guess says; false: nothing.
  bool weaken(const LoopBlocks& blocks, LoopGuess& guess, const MemoryDelta& after, bool entirely);
  // What a block writes shows how all of them fill an array.
  void take_profiles(LoopGuess& guess, const MemoryDelta& after);
  // The memory becomes what it is after all the blocks.
  void finish_rounds(const LoopGuess& guess, const LoopBlocks& blocks, LoopWatch& watch);
  // Sums of numbers that are not known are near the middle of what is expected of them.
  void settle_sums(const LoopWatch& watch);

 private:
  ContentRef guessed(uint32_t id, const LoopWatch& watch, const LoopBlocks& blocks);
  CauseSet loop_cause(uint32_t object, int64_t offset);
  EvalValue summary_of(const EvalValue& a, const EvalValue& b, CauseSet causes);
};

}  // namespace kcast::host
