// What is uncertain about the code that is being evaluated: whether it runs, and how often.
#pragma once

#include <cstddef>
#include <vector>

#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

// States in which a loop, a switch or a function may have been left, or a round ended,
// early: what was changed by then since the journal of this number was opened.
struct EarlyExits {
  size_t journal = 0;
  bool is_loop = true;
  bool launches = false;
  std::vector<MemoryDelta> breaks;
  std::vector<MemoryDelta> continues;
  std::vector<MemoryDelta> returns;
  CauseSet causes = 0;
};

struct Doubt {
  static constexpr int kMaxForks = 12;

  int forks = 0;              // ways that are being followed inside each other
  int conditional = 0;        // inside so many conditions that are not known
  CauseSet guard_causes = 0;  // of the conditions that are not known around this code
  bool way_skipped = false;   // conditions were nested too deeply to follow both ways
  int repeated = 0;           // inside so many loops whose rounds are not known
  CauseSet repeat_causes = 0;
  bool loop_may_be_left = false;  // the innermost loop, on a condition that is not known
  CauseSet loop_left_causes = 0;
  EarlyExits* break_exits = nullptr;
  EarlyExits* continue_exits = nullptr;
  EarlyExits* return_exits = nullptr;  // only followed while rounds are tried out
};

}  // namespace kcast::host
