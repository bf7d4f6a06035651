// What the warps of a simulated unit wait for: as features, and as a reason that names the line.
#pragma once

#include <vector>

#include "analyze/ptx/ptx.h"
#include "analyze/sim/extrapolate.h"
#include "schema/features.h"
#include "schema/sample.h"

namespace kcast::analyze {

// `waited`: per instruction of the kernel, the share of the warps' time until its result is there.
void add_waits(const ptx::Function& kernel, const std::vector<double>& waited,
               ControlFeatures& control);

// What the warps do all the time, longest first.
std::vector<WarpTime> warp_time(const ptx::Function& kernel, const sim::SimulatedUnit& unit);

// The line whose loads or whose barrier is waited for most, if that is much.
void add_wait_reason(const ptx::Module& module, const ptx::Function& kernel,
                     const std::vector<double>& waited, std::vector<Reason>& reasons);

}  // namespace kcast::analyze
