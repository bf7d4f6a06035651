// Predictions for the launches that a profiler read, from the program's source.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "predict/predict.h"
#include "report/profile_table.h"
#include "schema/gpu/gpu.h"

namespace kcast::workflow {

// A launch is the predicted one that has its kernel's name, blocks and threads. Where the source
// does not say such a launch, it is predicted with the grid and block that ran. `request` has
// everything but GPUs. Remarks: kernels that could not be predicted, and why.
std::vector<std::string> add_predictions(const predict::PredictRequest& request, const Gpu& gpu,
                                         const predict::PredictTools& tools,
                                         std::span<report::ProfileRow> rows);

}  // namespace kcast::workflow
