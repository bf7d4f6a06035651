// From what the interpreter and the cache model found out about a launch to a program that a unit
// can be simulated with (sim/program.h).
#pragma once

#include <vector>

#include "analyze/features.h"
#include "analyze/sim/extrapolate.h"
#include "schema/features.h"

namespace kcast::analyze {

struct UnitInput {
  const FeatureInput& launch;
  const Features& features;              // occupancy, memory, control
  const MachineLatency& latency;         // of the GPU
  const std::vector<double>& latencies;  // of the kernel's instructions; of loads their means
};

// The busiest unit: how long it is at work, and what its warps wait for.
sim::SimulatedUnit simulate_busiest_unit(const UnitInput& input);

}  // namespace kcast::analyze
