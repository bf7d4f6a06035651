// A prediction in one line: above a kernel in an editor, in a status bar, in an agent's answer.
#pragma once

#include <string>

#include "predict/report.h"
#include "schema/gpu/gpu.h"

namespace kcast::report {

// "H200", "RTX-4090": what people call it.
std::string short_gpu_name(const Gpu& gpu);

// "61.0 us on H200, bandwidth-bound, 78 % of HBM". What limits it is added where the roof that its
// class names is far away: "..., 9 % of HBM, mostly latency".
std::string summary_line(const predict::LaunchPrediction& entry, const Gpu& gpu);

// "61.0 us -> 53.7 us, -12 %".
std::string change_line(double before_us, double after_us);

}  // namespace kcast::report
