#include "analyze/exec/loops/ending.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "analyze/exec/loops/deltas.h"

namespace kcast::exec {
namespace {

constexpr double kNearShare = 0.125;   // of the budget: from here loops are looked at
constexpr int32_t kVisits = 3;         // that show what registers change by
constexpr int32_t kPatience = 2;       // visits more until a loop is left at any of its exits
constexpr double kShort = 64;          // rounds
constexpr double kEven = 1e-9;         // relative, of what a test moves by in each round
constexpr double kMostRounds = 1e12;   // of one loop
constexpr double kLongestTime = 1e15;  // instructions of one warp

}  // namespace

bool Ending::budget_is_near() const {
  return budget_.interpreted > kNearShare * static_cast<double>(options_.block_budget);
}

void Ending::learn_rounds(const Warp& warp, const LoopState& state) {
  // Which loops end while everybody hurries says little about them.
  if (budget_.ending || state.force_exit) return;
  LoopExperience& experience = experience_[warp.frames[state.frame].code->function][state.loop];
  experience.executions += 1;
  experience.rounds += state.rounds;
}

std::vector<double> Ending::gaps_of(const Warp& warp, const LoopState& state) const {
  const auto& tests = warp.frames[state.frame].code->loop_tests[static_cast<size_t>(state.loop)];
  std::vector<double> gaps;
  if (warp.paths.back().frame != state.frame) return gaps;
  gaps.reserve(tests.size() * static_cast<size_t>(width_));
  for (const LoopTest& test : tests) {
    const Lane* a = registers_.read(warp, test.a);
    const Lane* b = registers_.read(warp, test.b);
    for (int lane = 0; lane < width_; ++lane) {
      gaps.push_back(static_cast<double>(sign_extended(a[lane], test.bits)) -
                     static_cast<double>(sign_extended(b[lane], test.bits)));
    }
  }
  return gaps;
}

// Rounds until a test ends the loop for the last lane, by the first of several tests; none: no
// test does. Only those that moved by the same amount in every round count, unless `any` may.
std::optional<Ending::Rounds> Ending::rounds_by_tests(const Warp& warp, const LoopState& state,
                                                      const std::vector<double>& gaps,
                                                      bool any) const {
  const double ran = state.rounds - state.base.rounds;
  std::optional<Rounds> left;
  if (ran <= 0 || gaps.size() != state.base.gaps.size()) return left;
  const LaneMask mask = warp.paths.back().mask;
  for (size_t first = 0; first < gaps.size(); first += static_cast<size_t>(width_)) {
    Rounds own;
    for (LaneMask lanes = mask; lanes != 0; lanes &= lanes - 1) {
      const size_t at = first + static_cast<size_t>(std::countr_zero(lanes));
      const double step = (state.base.gaps[at] - gaps[at]) / ran;
      const double last = state.last_gaps.empty() ? step : state.last_gaps[at] - gaps[at];
      const bool closes = step != 0 && gaps[at] / step >= 0;
      if (!closes || (!any && std::fabs(last - step) > kEven * std::fabs(step))) {
        own.most = 0;
        break;
      }
      // A test that moves evenly ends the loop after a whole number of rounds.
      const double rounds = any ? gaps[at] / step : std::ceil(gaps[at] / step - kEven);
      own.most = std::max(own.most, rounds);
      own.mean += rounds / std::popcount(mask);
    }
    if (own.most > 0 && (!left || own.most < left->most)) left = own;
  }
  return left;
}

// By its tests and, where it can end otherwise, not more than it took elsewhere.
Ending::Outlook Ending::outlook_of(const Warp& warp, const LoopState& state,
                                   const std::vector<double>& gaps) const {
  const FunctionCode& code = *warp.frames[state.frame].code;
  const LoopExperience& experience = experience_[code.function][state.loop];
  const auto n_tests = static_cast<int32_t>(code.loop_tests[state.loop].size());
  Outlook out;
  std::optional<Rounds> tests = rounds_by_tests(warp, state, gaps, false);
  out.sure = tests && code.loop_exits[state.loop] == n_tests;
  if (!out.sure && experience.executions > 0) {
    out.usual = experience.rounds / experience.executions;
    const double left = std::max(0.0, out.usual - state.rounds);
    out.left = tests ? std::min(tests->most, left) : left;
  } else {
    if (!tests) tests = rounds_by_tests(warp, state, gaps, true);
    if (tests) out.left = tests->most;
  }
  if (tests && out.left == tests->most) out.lanes = tests->mean / tests->most;
  out.left = std::min(out.left, kMostRounds);
  return out;
}

// Registers that changed by the same amount twice go on so.
void Ending::advance_registers(Warp& warp, const LoopState& state, int64_t rounds) {
  Frame& frame = warp.frames[state.frame];
  const LaneMask mask = warp.paths.back().mask;
  for (size_t slot = 0; slot < frame.unknown.size(); ++slot) {
    const int bits = frame.code->slot_bits[slot];
    for (LaneMask lanes = mask & ~frame.unknown[slot]; lanes != 0; lanes &= lanes - 1) {
      const size_t at =
          slot * static_cast<size_t>(stride_) + static_cast<size_t>(std::countr_zero(lanes));
      const Lane step = frame.registers[at] - state.last[at];
      if (low_bits(step ^ (state.last[at] - state.before_last[at]), bits) != 0) continue;
      frame.registers[at] = low_bits(frame.registers[at] + static_cast<Lane>(rounds) * step, bits);
    }
  }
}

// Counts like the rounds since the loop was first looked at, with a share of the lanes.
void Ending::repeat_rounds(Warp& warp, const LoopState& state, double rounds, double lanes) const {
  const double times = rounds / (state.rounds - state.base.rounds);
  for (size_t k = 0; k < warp.counters.size(); ++k) {
    const auto at = static_cast<int32_t>(k);
    const bool of_lanes = at >= layout_.block_lanes && at < layout_.shared_requests;
    warp.counters[k] +=
        (of_lanes ? lanes : 1) * times * (warp.counters[k] - state.base.counters[k]);
  }
  const double time =
      std::min(times * static_cast<double>(warp.time - state.base.time), kLongestTime);
  warp.skipped += time;
  warp.time += static_cast<uint64_t>(time);
}

// At the header, behind a round.
void Ending::look_ahead(Warp& warp, LoopState& state) {
  if (state.base.rounds < 0)
    state.base = {state.rounds, warp.time, warp.counters, gaps_of(warp, state)};
  if (!budget_.ending) return;
  ++state.visits;
  std::vector<double> gaps = gaps_of(warp, state);
  if (is_understood(warp, state)) {
    const Outlook outlook = outlook_of(warp, state, gaps);
    budget_.ends_by_data = budget_.ends_by_data || !outlook.sure;
    // A short one that data end shows best itself how its lanes leave it.
    const bool ends_soon =
        outlook.usual > 0 && outlook.usual <= kShort && state.rounds < 2 * outlook.usual + kVisits;
    if (!ends_soon) {
      close_loop(warp, state, outlook);
      return;
    }
  }
  state.before_last = std::move(state.last);
  state.last = warp.frames[state.frame].registers;
  state.last_gaps = std::move(gaps);
}

bool Ending::is_understood(const Warp& warp, const LoopState& state) {
  return state.visits >= kVisits && !attempt_runs(warp, state) && !state.closing &&
         state.rounds > state.base.rounds;
}

// The last round runs, so that a test that ends the loop does it.
void Ending::close_loop(Warp& warp, LoopState& state, const Outlook& outlook) {
  const double rounds = outlook.left - 1;
  if (rounds >= 1) {
    repeat_rounds(warp, state, rounds, outlook.lanes);
    advance_registers(warp, state, static_cast<int64_t>(rounds));
    state.rounds += rounds;
  }
  fail_contexts(warp);
  state.closing = true;
  state.visits = 0;
  state.has_previous = false;
  budget_.skipped = true;
}

// A loop that is to be left is left where its rounds end, if there is such an exit, so that what
// belongs to a round is not missing.
bool Ending::is_way_out(const FunctionCode& code, const LoopState& state, int32_t block) {
  if (state.visits >= kPatience) return true;
  const int32_t header = code.ptx->loops[state.loop].header;
  return state.visits >= 1 &&
         (block == header || std::ranges::find(code.blocks[block].successors, header) !=
                                 code.blocks[block].successors.end());
}

// The outermost loop of a warp that did not come to its end.
void Ending::extrapolate(Warp& warp) const {
  if (warp.loops.empty() || warp.paths.empty()) return;
  const LoopState& loop = warp.loops[0];
  if (loop.base.rounds < 0 || loop.rounds <= loop.base.rounds) return;
  LoopState state = loop;
  state.last_gaps.clear();
  const Outlook outlook = outlook_of(warp, state, gaps_of(warp, state));
  if (outlook.left > 0) repeat_rounds(warp, state, outlook.left, outlook.lanes);
}

}  // namespace kcast::exec
