// Features and the analytic prediction of a launch as a row of numbers, for stores and models.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/features.h"
#include "schema/metrics.h"

namespace kcast {

// Changes whenever the analysis answers differently for the same launch, or the names below do.
inline constexpr std::string_view kAnalysisVersion = "3";

// "operations.ffma", "memory.l2_bytes", ..., then "predicted.time_us" and, after each of those,
// "predicted.time_us.rest": what a float leaves of the number, so that counts stay exact.
const std::vector<std::string>& feature_vector_names();

std::vector<float> feature_vector(const Features& features, const BaseQuantities& predicted);

// The prediction in a row again.
BaseQuantities predicted_in(const std::vector<float>& row);

}  // namespace kcast
