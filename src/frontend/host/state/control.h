// How far an evaluation has come, and whether it has ended.
#pragma once

#include <cstdint>

namespace kcast::host {

enum class Flow : uint8_t { Next, Break, Continue, Return, Goto };
enum class Halt : uint8_t { None, Exit, Throw, Fuel };
enum class Limited : uint8_t { Nothing, Call, Loop };

struct Control {
  static constexpr int kMaxDepth = 1500;

  uint64_t steps = 0;
  uint64_t deadline = 0;  // the step after which the evaluation ends
  int depth = 0;          // of expressions and statements in each other
  Halt halt = Halt::None;
  Limited limited = Limited::Nothing;  // the innermost code around that has a budget of its own
  bool missed_file = false;            // a file was opened that is not there

  bool halted() const { return halt != Halt::None; }
  // Takes one step; false when the evaluation has ended.
  bool spend() {
    if (halted()) return false;
    if (++steps <= deadline) return true;
    halt = Halt::Fuel;
    return false;
  }
};

}  // namespace kcast::host
