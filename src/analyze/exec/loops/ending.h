// The end of a block whose budget is spent.
//
// Its warps go on to the end of the kernel, so that what is behind a loop and around it counts
// too, but they hurry: a loop that has run a few rounds since then is taken to go on as it ran so
// far, for as many rounds as its tests say or, where they say nothing, as it took elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/exec/block_state.h"
#include "analyze/exec/run_state.h"
#include "analyze/exec/values/registers.h"

namespace kcast::exec {

class Ending {
 public:
  Ending(RunState& run, BlockState& block, const Registers& registers)
      : layout_(run.program->counters),
        options_(run.options),
        experience_(run.experience),
        budget_(block.budget),
        width_(block.shape.width),
        stride_(block.shape.stride),
        registers_(registers) {}

  bool budget_is_near() const;
  // At the end of a loop.
  void learn_rounds(const Warp& warp, const LoopState& state);
  void look_ahead(Warp& warp, LoopState& state);
  static bool is_way_out(const FunctionCode& code, const LoopState& state, int32_t block);
  void extrapolate(Warp& warp) const;

 private:
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

  const CounterLayout& layout_;
  const ExecOptions& options_;
  LoopHistory& experience_;
  BlockBudget& budget_;
  const int32_t width_;
  const int32_t stride_;
  const Registers& registers_;
};

}  // namespace kcast::exec
