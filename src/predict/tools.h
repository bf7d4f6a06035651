// The parts that predict() stands on in the product: the front end in its own
// processes, and the analysis.
#pragma once

#include <memory>

#include "base/result.h"
#include "predict/predict.h"

namespace kcast::predict {

// Starts the front end; call it before the process starts threads. Kernels that were
// made ready are kept, so that the launches of a sweep share them. Not thread-safe.
Result<PredictTools> start_tools();

}  // namespace kcast::predict
