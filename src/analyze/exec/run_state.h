// What the blocks of a launch leave behind for those that are interpreted after them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyze/exec/contents.h"
#include "analyze/exec/exec.h"
#include "analyze/exec/ops/lanes.h"
#include "analyze/exec/program.h"
#include "analyze/exec/trace.h"

namespace kcast::exec {

// Causes of unknown values, each once; the number travels with the registers.
class Unknowns {
 public:
  int32_t cause(const std::string& text);
  const std::string& text(int32_t cause) const { return causes_[cause]; }
  // A place that an unknown value touched; -1 when there are too many to list.
  int32_t touched(int32_t line, int32_t cause, const char* what);
  std::vector<UnknownValue>& list() { return list_; }

 private:
  std::vector<std::string> causes_;
  std::vector<UnknownValue> list_;
};

// Patterns of requests, each once.
class PatternTable {
 public:
  // `hint` is a pattern that it may well be.
  uint32_t intern(const int32_t* offsets, int32_t count, int32_t bytes, uint32_t hint);
  std::vector<Pattern>& patterns() { return patterns_; }

 private:
  bool equals(uint32_t pattern, const int32_t* offsets, int32_t count, int32_t bytes) const;

  // By hash; looked up, never walked.
  std::unordered_map<uint64_t, std::vector<uint32_t>> numbers_;
  std::vector<Pattern> patterns_;
};

// What one loop taught, over all warps and blocks: when to try to skip it ahead, and how long it
// takes.
struct LoopExperience {
  int64_t first_try = 1;
  // Executions that ended by themselves, and their rounds.
  double executions = 0, rounds = 0;
};

// The last shared-memory request of an instruction: equal lanes have equal conflicts
// wherever the request starts.
struct BankMemory {
  LaneMask mask = 0;
  Lane phase = 0;
  int cycles = 0;
  int rounds = 0;    // most lanes on one address
  int attempts = 0;  // lanes of all rounds, if one of each address is done in each
  std::array<Lane, kMaxLanes> offsets = {};
};

// Memory requests of all blocks: where each instruction goes, and what has been recorded.
struct RequestHistory {
  PatternTable patterns;
  std::vector<int32_t> site_buffer;  // -2: none yet, -1: several
  std::vector<ptx::Space> site_space;
  std::vector<uint32_t> site_pattern;  // the last of each
  std::vector<BankMemory> banks;       // per memory instruction
  int64_t recorded = 0;                // accesses
  int64_t unknown_addresses = 0;       // requests that have them
  int32_t out_of_range_line = 0;       // of the first such request
  std::string out_of_range_buffer;
  int32_t overrun_line = 0;  // of the first request for which a loop was ended
};

// What is worth telling about the kernel, whatever it costs.
struct Findings {
  std::vector<std::string> notes;
  BarrierUse barrier_use;
  bool endless_loop = false;
  bool lost_call = false;
  std::vector<bool> polled;  // buffers that a loop waits for
  void note(const std::string& text);
};

// Real numbers: what operations were given, and digits that they need not get right.
struct RealNumbers {
  std::map<std::pair<int32_t, int32_t>, MathArguments> arguments;  // by function and instruction
  uint64_t free_digits = 0;                                        // random numbers for them
};

// Per function, per loop.
using LoopHistory = std::vector<std::vector<LoopExperience>>;

// State that outlives a block.
struct RunState {
  const Program* program = nullptr;
  ExecOptions options;
  bool fast_forward = true;
  Unknowns unknowns;
  LoopHistory experience;
  RequestHistory requests;
  Findings findings;
  RealNumbers reals;
  std::map<uint64_t, uint64_t> added_sums;  // by counter: what the block before added to it
  LaunchContents* contents = nullptr;       // where a whole launch stores; null: each block apart
};

}  // namespace kcast::exec
