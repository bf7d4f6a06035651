// What the rounds of a long loop are taken to do.
#pragma once

#include <cstdint>
#include <map>

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

}  // namespace kcast::host
