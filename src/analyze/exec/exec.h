// Abstract execution: sampled blocks of a launch, warp by warp, all lanes with
// active masks and reconvergence, on concrete launch parameters.
//
// Only the control slice (ptx.h) is evaluated: what decides branches, guards and
// addresses. Everything else is counted. Buffers hold what schema/fill.h says.
// The work is bounded by a number of interpreted warp instructions, never by time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "analyze/exec/trace.h"
#include "analyze/ptx/ptx.h"
#include "base/result.h"
#include "schema/sample.h"

namespace kcast::exec {

struct ExecOptions {
  int64_t budget = 400000;        // interpreted warp instructions, all blocks together
  int64_t block_budget = 200000;  // of one block: longer ones are cut off and extrapolated
  int64_t min_blocks = 5;         // sampled, where the grid has them
  int64_t max_blocks = 24;
  int64_t trace_accesses = 400000;  // recorded at most, all blocks together
  int32_t warp_width = 32;
  int32_t shared_banks = 32;
  int32_t bank_bytes = 4;
  double clock_mhz = 1700;      // what the clock and the timer count
  bool fast_forward = true;     // off: every iteration is stepped through
  bool math_arguments = false;  // notes what functions, divisions and choices are given
  bool all_values = false;      // everything is evaluated, not only the control slice
  bool backwards = false;       // the last warp, and the last lane of it, has its turn first
  int32_t free_ulps = 0;        // see RunLimits
  uint64_t free_seed = 1;
  // Contents or sizes are assumed: a loop that leaves its buffers has a bound that is not real,
  // and ends there.
  bool ends_at_bounds = false;
};

// Dynamic counts of one instruction over the whole launch.
struct InstructionCount {
  double warps = 0;  // warp instructions issued (guard false for all lanes: issued all the same)
  double lanes = 0;  // lanes that were active and whose guard held
};

// Shared-memory behaviour of one instruction over the whole launch.
struct SharedCount {
  int32_t instruction = 0;
  double requests = 0;
  double wavefronts = 0;  // cycles of the banks; equal to requests without conflicts
  // Of an atomic that is a loop of compare-and-swap, where no other warp comes between: rounds
  // of all warps, and lanes that take part in them.
  double swap_rounds = 0;
  double swap_attempts = 0;
  int32_t function = 0;  // index into Module::functions
};

// A value that stayed unknown and what it touched.
struct UnknownValue {
  int32_t line = 0;
  std::string cause;    // "value read from 'flags', which the kernel also writes"
  std::string touched;  // "branch", "address", "loop bound"
  double weight = 0.5;  // of the side taken as likelier, for branches
  double warps = 0;     // executions that it touched, whole launch
};

// What a call of a canonical function, a division, a root or a choice between reals was
// given, lane by lane, in the blocks that ran. Of a choice it is whether the first is taken.
struct MathArguments {
  int32_t function = 0;  // that calls: index into Module::functions
  int32_t instruction = 0;
  std::vector<std::array<double, 2>> values;  // the first two arguments; at most kMaxMathSamples
};
constexpr size_t kMaxMathSamples = 2048;

struct BlockSummary {
  std::array<int64_t, 3> block = {0, 0, 0};
  double weight = 0;             // blocks of the grid that it stands for
  double warp_instructions = 0;  // of the block, fast-forwarded ones included
  double longest_warp = 0;       // warp instructions of its longest warp
  double barriers = 0;           // per warp, mean
  bool complete = true;
};

// What is wrong with the barriers of a launch, as far as its blocks ran.
struct BarrierUse {
  bool divergent = false;   // a warp came with some of its threads, or warps to different ones
  bool after_exit = false;  // threads had left the kernel: CUDA allows it, OpenCL does not

  bool operator==(const BarrierUse&) const = default;
};

struct ExecResult {
  std::vector<InstructionCount> counts;  // per instruction of the kernel
  // Calls into functions with a body (not canonical math functions): their counts,
  // per function of the module, per instruction; empty where never called.
  std::vector<std::vector<InstructionCount>> callee_counts;
  std::vector<SharedCount> shared;
  std::vector<UnknownValue> unknown;
  std::vector<BlockSummary> blocks;
  // Of the interpreted block with the longest warp: how often a warp of it, on average, runs each
  // basic block of the kernel.
  std::vector<double> longest_block;
  TraceSet traces;
  std::vector<MathArguments> math;  // only where asked for

  double waited_cycles = 0;       // of the block that waits longest until the clock says so
  double branches = 0;            // warp-level conditional branches executed
  double divergent_branches = 0;  // of them, lanes disagreed
  double barriers = 0;            // warp-level bar.sync executed
  double interpreted = 0;     // warp instructions really stepped through (or accounted block-wise)
  double fast_forwarded = 0;  // warp instructions skipped in steady loops
  double out_of_range = 0;    // lanes that touched memory outside every buffer
  int32_t out_of_range_line = 0;
  std::string out_of_range_buffer;  // argument nearest to the first of them
  BarrierUse barrier_use;
  int32_t overrun_line = 0;        // where a loop was ended that left its buffers
  bool lost_call = false;          // of a function that is not known
  bool endless_loop = false;       // a loop that nothing inside or outside of it ends
  bool estimated = false;          // unknown control flow, or a block that was cut off
  double estimated_share = 0;      // of the warp instructions
  bool counts_uniform = true;      // sampled blocks of one class agreed
  std::vector<std::string> notes;  // what a reader should know, one sentence each
};

// Checks the launch against the kernel's parameters; a launch that cannot be made
// (no blocks, too many threads, a missing argument) is an error.
Result<ExecResult> execute(const ptx::Module& module, const ptx::Function& kernel,
                           const Launch& launch, const ExecOptions& options = {});

}  // namespace kcast::exec
