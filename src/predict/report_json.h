// The file format of a prediction report (kcast predict --json); docs/predict.md
// describes every field.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "predict/report.h"
#include "schema/gpu/gpu.h"

namespace kcast::predict {

constexpr std::string_view kReportFormat = "kcast-prediction-1";

// `gpus` are those of the request; the roofs of intervals come from them.
std::string report_to_json(const PredictReport& report, std::span<const Gpu> gpus);

// An array, as the report has it.
std::string diagnostics_to_json(std::span<const Diagnostic> diagnostics);

// What a comparison needs: names, launches and base quantities with their intervals.
// Derived metrics are computed again, never read.
Result<PredictReport> report_from_json(std::string_view text, std::string_view file);

}  // namespace kcast::predict
