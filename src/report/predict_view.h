// How predictions are shown: pure functions from reports to text.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "predict/compare.h"
#include "predict/report.h"
#include "report/roofline_plot.h"
#include "schema/gpu/gpu.h"

namespace kcast::report {

// A line of the user's source, for reasons; empty when there is none.
using SourceLine = std::function<std::string(const std::string& file, int64_t line)>;

// Everything about each launch: verdict, metrics with intervals, roofline, reasons, notes.
// Several launches get a table in front; sweeps and several GPUs get a table only.
std::string render_report_text(const predict::PredictReport& report, std::span<const Gpu> gpus,
                               const TextStyle& style, const SourceLine& source_line);

// One launch in full.
std::string render_launch_text(const predict::LaunchPrediction& entry, const Gpu& gpu,
                               const TextStyle& style, const SourceLine& source_line);

// "256", "16 x 16".
std::string dims_text(const std::array<int64_t, 3>& dims);

// "512 blocks of 256 threads".
std::string blocks_of_threads(const Launch& launch);

}  // namespace kcast::report
