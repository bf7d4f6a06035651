// How far an analytic prediction may be off: an interval around every quantity.
#pragma once

#include "schema/features.h"
#include "schema/gpu/gpu.h"
#include "schema/sample.h"

namespace kcast::analyze {

// Fills low, high and coverage. The widths are what the open check kernels showed;
// unknown control flow, irregular addresses and GPUs that were never measured widen them.
// `machine_code`: that is what was counted.
void add_intervals(const Features& features, const Gpu& gpu, Prediction& prediction,
                   bool machine_code = false);

}  // namespace kcast::analyze
