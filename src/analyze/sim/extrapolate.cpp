#include "analyze/sim/extrapolate.h"

#include <algorithm>
#include <cmath>

namespace kcast::sim {

namespace {

constexpr double kMostSteps = 60000;  // of the blocks that are resident together
constexpr double kMostOfAllSteps = 180000;
constexpr double kMostTurns = 4;  // blocks that are run in a place, one after the other
constexpr int kHalvings = 30;
constexpr double kAlmostAll = 0.95;  // of the steps: a run of so many shows nothing

// As many rounds as a warp can run in so many steps. Outer loops are cut first: a round of theirs
// holds all that is run again and again.
Cuts affordable_cuts(const Program& program, double steps) {
  Cuts cuts;
  while (steps_of_warp(program, cuts) > steps && cuts.size() < depth_of(program)) {
    cuts.push_back({0});
    if (steps_of_warp(program, cuts) > steps) continue;
    double low = 0;
    double high = 1;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = cuts.back().share = (low + high) / 2;
      (steps_of_warp(program, cuts) > steps ? high : low) = middle;
    }
    cuts.back().share = low;
    return cuts;
  }
  return cuts;
}

// How many times as long it takes with all rounds.
class RoundsLeft {
 public:
  RoundsLeft(const Program& program, const UnitShape& shape, const UnitRun& run)
      : program_(program), shape_(shape), run_(run), step_cycles_(run.cuts.size(), 0) {}

  // Of each level of loops, from the inside, the rounds that are left take as long as the last ones
  // that were run, with all that lies in them.
  double times(double cycles) {
    for (size_t level = run_.cuts.size(); level-- > 0;)
      step_cycles_[level] = cycles_of_step(level, cycles);
    return with_rounds_from(0, run_.cuts, cycles) / std::max(1.0, cycles);
  }

 private:
  double steps(Cuts cuts, size_t levels) const {
    cuts.resize(std::min(levels, cuts.size()));
    return steps_of_warp(program_, cuts);
  }

  // What was run so, with all rounds of this level and those in it.
  double with_rounds_from(size_t level, const Cuts& cuts, double cycles) const {
    for (size_t inner = cuts.size(); inner-- > level;)
      cycles += step_cycles_[inner] * (steps(cuts, inner) - steps(cuts, inner + 1));
    return cycles;
  }

  double cycles_of_step(size_t level, double cycles) const {
    UnitRun shorter = run_;
    shorter.cuts[level].share /= 2;
    shorter.cuts[level].least /= 2;
    const double all = steps(run_.cuts, level + 1);
    const double fewer = steps(shorter.cuts, level + 1);
    const double long_run = with_rounds_from(level + 1, run_.cuts, cycles);
    if (fewer > kAlmostAll * all) return long_run / std::max(1.0, all);
    const double short_run =
        with_rounds_from(level + 1, shorter.cuts, run_unit(program_, shape_, shorter).cycles);
    return std::max(0.0, long_run - short_run) / (all - fewer);
  }

  const Program& program_;
  const UnitShape& shape_;
  const UnitRun& run_;
  std::vector<double> step_cycles_;  // by level: of a step of a warp
};

}  // namespace

SimulatedUnit simulate_unit(const Program& program, const UnitShape& shape, double blocks,
                            UnitRun run) {
  const double resident = run.resident;
  run.cuts = affordable_cuts(program, kMostSteps / (resident * run.warps));
  const double of_block = std::max(1.0, steps_of_warp(program, run.cuts) * run.warps);
  const double most =
      std::clamp(std::floor(kMostOfAllSteps / of_block), resident, kMostTurns * resident);
  run.blocks = std::llround(std::max(1.0, std::min(most, std::ceil(blocks))));
  const UnitTime all = run_unit(program, shape, run);
  SimulatedUnit out;
  out.cycles = all.cycles;
  double warp_cycles = all.warp_cycles;
  double during = all.cycles;
  if (blocks > most && most >= 2 * resident) {
    UnitRun fewer = run;
    fewer.blocks = run.blocks - run.resident;
    const UnitTime before = run_unit(program, shape, fewer);
    const double more = std::max(0.0, all.cycles - before.cycles);
    out.cycles += more / resident * (blocks - most);
    if (more > 0) {
      during = more;
      warp_cycles -= before.warp_cycles;
    }
  } else if (blocks > most) {
    out.cycles *= blocks / most;
  }
  out.cycles *= RoundsLeft(program, shape, run).times(all.cycles);
  out.active_warps = std::clamp(warp_cycles / std::max(1.0, during), 0.0, resident * run.warps);
  const double of_all = std::max(1.0, all.warp_cycles);
  for (const double cycles : all.waited)
    out.waited.push_back(cycles / of_all);
  out.issued = all.issued / of_all;
  out.not_selected = all.not_selected / of_all;
  out.throttled = all.throttled / of_all;
  return out;
}

}  // namespace kcast::sim
