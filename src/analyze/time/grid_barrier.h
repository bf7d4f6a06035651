// Barriers of a whole grid (cooperative groups), which blocks cannot be simulated to wait at.
#pragma once

#include "analyze/exec/exec.h"
#include "analyze/ptx/ptx.h"
#include "schema/gpu/machine.h"

namespace kcast::time {

// How often each block waits for all others.
double grid_barriers(const ptx::Module& module, const ptx::Function& kernel,
                     const exec::ExecResult& exec, double blocks);

// What they take beside what a block does there by itself: a block is followed alone, so that it
// looks at the counter once and goes on.
double grid_barriers_us(double barriers, const MachineLatency& latency, double clock_mhz);

}  // namespace kcast::time
