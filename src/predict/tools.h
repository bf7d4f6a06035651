// The parts that predict() stands on in the product: the front end in its own
// processes, and the analysis.
#pragma once

#include <atomic>
#include <memory>

#include "base/result.h"
#include "frontend/frontend.h"
#include "predict/predict.h"

namespace kcast::predict {

// Starts the front end; call it before the process starts threads. Kernels that were
// made ready are kept, so that the launches of a sweep share them. Not thread-safe.
Result<PredictTools> start_tools();

// The same on a front end that others use, too: so each thread has tools of its own. Setting
// `cancelled` ends what the front end reads.
PredictTools make_tools(const std::shared_ptr<frontend::Frontend>& frontend,
                        const std::atomic<bool>* cancelled = nullptr);

// Those of the analysis alone, without a front end.
PredictTools analysis_tools();

}  // namespace kcast::predict
