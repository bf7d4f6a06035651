// Predictions as Markdown: an editor's hover, a report that opens beside the source.
#pragma once

#include <span>
#include <string>

#include "predict/report.h"
#include "schema/gpu/gpu.h"

namespace kcast::report {

// One launch: verdict, the metrics that matter with their intervals, where the time goes, why, and
// what was assumed. `reasons` is the most of each list.
std::string render_launch_markdown(const predict::LaunchPrediction& entry, const Gpu& gpu,
                                   size_t reasons = 5);

// The same launch on several GPUs, a row each.
std::string render_gpus_markdown(std::span<const predict::LaunchPrediction* const> entries,
                                 std::span<const Gpu> gpus);

}  // namespace kcast::report
