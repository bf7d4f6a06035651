// The time of a unit that runs many blocks of a long program, from runs of a part of both.
#pragma once

#include "analyze/sim/unit.h"

namespace kcast::sim {

struct SimulatedUnit {
  double cycles = 0;
  double active_warps = 0;  // mean, while blocks follow each other
  // Shares of the warps' time (UnitTime).
  std::vector<double> waited;  // per instruction
  double issued = 0;
  double not_selected = 0;
  double throttled = 0;
};

// `run.blocks` and `run.cuts` are chosen here.
SimulatedUnit simulate_unit(const Program& program, const UnitShape& shape, double blocks,
                            UnitRun run);

}  // namespace kcast::sim
