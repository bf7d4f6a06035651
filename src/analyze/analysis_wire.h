// Analyses as bytes between processes (base/wire.h).
#pragma once

#include "analyze/analyze.h"
#include "base/wire.h"
#include "schema/schema_wire.h"

namespace kcast::analyze {

KCAST_WIRE(AnalysisOptions, exec_budget, memory_budget, l2, before)
KCAST_WIRE(LaunchFaults, out_of_bounds, divergent_barrier, barrier_after_exit, endless_loop)
KCAST_WIRE(Analysis, features, prediction, faults, l2_left)

}  // namespace kcast::analyze
