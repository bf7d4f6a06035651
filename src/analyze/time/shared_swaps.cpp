#include "analyze/time/shared_swaps.h"

#include <algorithm>
#include <cmath>

namespace kcast::time {

SharedSwaps shared_swaps(const exec::SharedCount& count, double lanes, double warps_per_block,
                         const MachineShared& machine) {
  SharedSwaps out;
  if (count.swap_attempts <= 0 || count.requests <= 0 || lanes <= 0) return out;
  const double lanes_of_warp = lanes / count.requests;
  // The chance that two lanes have one address, from the pairs within warps.
  const double pairs = lanes * std::max(1.0, lanes_of_warp - 1);
  const double chance = std::clamp(2 * (count.swap_attempts - lanes) / pairs, 0.0, 1.0);
  const double met = 1 - std::exp(-lanes_of_warp * chance);
  const double tries = 1 + machine.swap_meets_share * std::max(0.0, warps_per_block - 1) * met;
  out.rounds = tries * count.swap_rounds;
  out.attempts = tries * count.swap_attempts;
  out.cycles = std::max(machine.swap_round_cycles * out.rounds,
                        out.attempts / machine.swap_attempts_per_cycle);
  return out;
}

}  // namespace kcast::time
