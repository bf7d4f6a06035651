// What the hardware itself does not repeat, and what a table of the literature rounds away.
#pragma once

#include <span>

#include "eval/rows.h"
#include "schema/gpu/gpu.h"

namespace kcast::eval {

// The noise floor of each metric, in its unit: 90 % of the pairs differ by no more. Zero where
// nothing was read twice. The time has none: it is scored as it is.
MetricValues noise_floors(std::span<const RepeatPair> repeats);

// The values that Omniwise writes as 1.000, metric by metric; NaN where it writes none.
MetricValues omniwise_ceilings();

// The same for a GPU: its own bandwidths and its fp32 peak, measured where they were. Intensities
// have no ceiling in hardware and keep those of the paper.
MetricValues gpu_ceilings(const Gpu& gpu);

// A value with three decimals of its ceiling, as the paper's labels have.
double round_to_ceiling(double value, double ceiling);

}  // namespace kcast::eval
