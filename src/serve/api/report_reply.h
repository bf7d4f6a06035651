// A prediction report as the API answers it: that of kcast predict --json, and for each launch
// what the lines of its source cost.
#pragma once

#include <span>
#include <string>

#include "predict/report.h"
#include "schema/gpu/gpu.h"

namespace kcast::api {

std::string report_body(const predict::PredictReport& report, std::span<const Gpu> gpus);

}  // namespace kcast::api
