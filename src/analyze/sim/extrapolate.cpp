#include "analyze/sim/extrapolate.h"

#include <algorithm>
#include <cmath>

namespace kcast::sim {

namespace {

constexpr double kMostSteps = 60000;  // of the blocks that are resident together
constexpr double kMostOfAllSteps = 180000;
constexpr double kMostTurns = 4;  // blocks that are run in a place, one after the other
constexpr int kHalvings = 30;

// The largest share of the rounds with which a warp runs so many steps.
double affordable_rounds(const Program& program, double steps) {
  if (steps_of_warp(program, 1) <= steps) return 1;
  double low = 0;
  double high = 1;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (steps_of_warp(program, middle) > steps ? high : low) = middle;
  }
  return low;
}

// How many times as long it takes with all rounds: those that are left take as long as the last
// ones that were run.
double with_all_rounds(const Program& program, const UnitShape& shape, UnitRun run, double cycles) {
  const double all = steps_of_warp(program, 1);
  const double part = steps_of_warp(program, run.rounds);
  if (part >= all) return 1;
  run.rounds /= 2;
  const double half = steps_of_warp(program, run.rounds);
  if (half > 0.95 * part) return all / part;
  const double shorter = run_unit(program, shape, run).cycles;
  const double slope = std::max(0.0, cycles - shorter) / (part - half);
  return (cycles + slope * (all - part)) / std::max(1.0, cycles);
}

}  // namespace

SimulatedUnit simulate_unit(const Program& program, const UnitShape& shape, double blocks,
                            UnitRun run) {
  const double resident = run.resident;
  run.rounds = affordable_rounds(program, kMostSteps / (resident * run.warps));
  const double of_block = std::max(1.0, steps_of_warp(program, run.rounds) * run.warps);
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
  out.cycles *= with_all_rounds(program, shape, run, all.cycles);
  out.active_warps = std::clamp(warp_cycles / std::max(1.0, during), 0.0, resident * run.warps);
  for (const double cycles : all.waited)
    out.waited.push_back(cycles / std::max(1.0, all.warp_cycles));
  return out;
}

}  // namespace kcast::sim
