// One block being interpreted; the parts of the interpreter share it.
#pragma once

#include <optional>

#include "analyze/exec/access/memory_values.h"
#include "analyze/exec/access/recorder.h"
#include "analyze/exec/access/requests.h"
#include "analyze/exec/block_state.h"
#include "analyze/exec/loops/deltas.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

enum class Flow : uint8_t { Next, Moved, Blocked };

class BlockRunner {
 public:
  // `most_warps`: only the first so many are made.
  BlockRunner(RunState& state, const std::array<int64_t, 3>& block, size_t most_warps = SIZE_MAX);
  BlockOutcome run();

 private:
  // exec_block.cpp: warps and barriers.
  void start_warp(Warp& warp, int32_t index);
  bool release_barriers();
  void finish_barrier(Warp& warp, int64_t value);
  bool any_is_through() const;
  void stay_away(Warp& warp);
  void complete_counters();
  void scale_trace();
  BlockOutcome finish();

  // exec_flow.cpp: control.
  void run_warp(Warp& warp);
  bool enter_block(Warp& warp);
  Flow run_steps(Warp& warp);
  void go(Warp& warp, int32_t target);
  Flow branch(Warp& warp, const Step& step, LaneMask taken, LaneMask unknown, int32_t cause);
  void split(Warp& warp, LaneMask taken, LaneMask other, int32_t taken_block, int32_t other_block,
             double scale);
  Flow branch_indexed(Warp& warp, const Step& step);
  Flow leave(Warp& warp, LaneMask mask, bool whole_kernel);
  Flow call(Warp& warp, const Step& step, LaneMask mask);
  int32_t callee_of(Warp& warp, const Step& step, const CallInfo& info, LaneMask mask);
  void forget_results(Warp& warp, const CallInfo& info, LaneMask mask);
  void math_call(Warp& warp, const Step& step, LaneMask mask);
  void note_arguments(const Warp& warp, const Step& step, const CallInfo& info, const Lane* values,
                      LaneMask known);
  void note_operands(const Warp& warp, const Step& step, const Lane* const* sources, LaneMask mask);
  void return_from_call(Warp& warp);
  int32_t exit_of_loop(const Warp& warp, const BlockCode& block, int32_t a, int32_t b) const;
  void settle_doubt(Warp& warp, Path& path);
  bool in_loop(const FunctionCode& code, int32_t block, int32_t loop) const;
  void pass(Warp& warp, LaneMask mask, const std::vector<CallInfo::Passed>& from,
            const std::vector<CallInfo::Passed>& to);
  void pass_one(Warp& warp, LaneMask mask, const CallInfo::Passed& from,
                const CallInfo::Passed& to);

  // exec_step.cpp: values.
  Flow run_step(Warp& warp, const Step& step);
  Flow evaluate(Warp& warp, const Step& step, LaneMask mask);
  void run_alu(Warp& warp, const Step& step, LaneMask mask);
  void run_setp(Warp& warp, const Step& step, LaneMask mask);
  void run_carry(Warp& warp, const Step& step, LaneMask mask);
  void run_vector(Warp& warp, const Step& step, LaneMask mask);
  void opaque(Warp& warp, const Step& step, LaneMask mask);
  void move_last_digits(Lane* values, int bits);
  LaneMask guard_mask(Warp& warp, const Step& step, LaneMask mask, LaneMask& unknown);

  // exec_warp_ops.cpp: shuffles, votes and barriers.
  void run_warp_op(Warp& warp, const Step& step, LaneMask mask);
  void shuffle(Warp& warp, const Step& step, LaneMask mask);
  void vote(Warp& warp, const Step& step, LaneMask mask);
  void match(Warp& warp, const Step& step, LaneMask mask);
  void redux(Warp& warp, const Step& step, LaneMask mask);
  Flow barrier(Warp& warp, const Step& step, LaneMask mask);

  // exec_ending.cpp: the end of a block whose budget is spent.
  bool budget_is_near() const;
  void learn_rounds(const Warp& warp, const LoopState& state);
  void look_ahead(Warp& warp, LoopState& state);
  std::vector<double> gaps_of(const Warp& warp, const LoopState& state) const;
  struct Rounds {
    double most = 0, mean = 0;  // of the lanes
  };
  std::optional<Rounds> rounds_by_tests(const Warp& warp, const LoopState& state,
                                        const std::vector<double>& gaps, bool any) const;
  struct Outlook {
    double left = 0;    // rounds that a loop probably has before it
    double lanes = 1;   // that take part in them, of those that run now, on average
    double usual = 0;   // rounds that it took elsewhere, where data may end it
    bool sure = false;  // nothing but a test that moves evenly ends it
  };
  Outlook outlook_of(const Warp& warp, const LoopState& state,
                     const std::vector<double>& gaps) const;
  static bool is_understood(const Warp& warp, const LoopState& state);
  void close_loop(Warp& warp, LoopState& state, const Outlook& outlook);
  void advance_registers(Warp& warp, const LoopState& state, int64_t rounds);
  void repeat_rounds(Warp& warp, const LoopState& state, double rounds, double lanes) const;
  static bool is_way_out(const FunctionCode& code, const LoopState& state, int32_t block);
  void extrapolate(Warp& warp) const;

  // exec_loops.cpp and exec_delta.cpp: fast-forward.
  void at_header(Warp& warp, int32_t loop, bool back_edge);
  void leave_loops(Warp& warp, int32_t block);
  bool in_hurry() const;
  void start_context(Warp& warp, LoopState& state);
  void forget_polled(Warp& warp, int32_t loop);
  bool finish_context(Warp& warp, LoopState& state);
  bool context_holds(Warp& warp, LoopState& state, DeltaContext& context);
  void skip(Warp& warp, DeltaContext& context, int64_t n);
  void repeat_accesses(Warp& warp, DeltaContext& context, int64_t n, uint64_t iteration);
  void drop_contexts(Warp& warp, size_t keep);

  RunState& state_;
  const Program& program_;
  const CounterLayout& layout_;
  BlockState block_;
  const int32_t width_;
  const int32_t chunks_;
  const int32_t stride_;
  const Registers registers_;
  const Deltas deltas_;
  MemoryValues values_;
  Recorder recorder_;
  Requests requests_;
};

// Interprets one block of the grid.
BlockOutcome run_block(RunState& state, const std::array<int64_t, 3>& block);
BlockOutcome run_first_warp(RunState& state, const std::array<int64_t, 3>& block);

}  // namespace kcast::exec
