// Predictions as others use them: source texts, what is known of the launches, and
// GPUs in; every launch with its prediction out. Plain values on both sides.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyze/analyze.h"
#include "base/result.h"
#include "frontend/request.h"
#include "predict/choose.h"
#include "predict/grammar.h"
#include "predict/predictor_kind.h"
#include "predict/report.h"
#include "predict/states/conditions.h"
#include "predict/toolkit/toolkit_code.h"
#include "schema/gpu/gpu.h"
#include "schema/inspection.h"

namespace kcast::predict {

struct PredictRequest {
  frontend::InspectRequest source;  // texts, kernel, defines, argv, flags; `arch` follows the GPU
  LaunchOverrides launch;
  std::vector<Gpu> gpus;           // one prediction each
  std::vector<Sweep> sweeps;       // every combination is predicted
  std::vector<std::string> notes;  // on how the request was made; they join the diagnostics
  PredictorKind predictor = kDefaultPredictor;
  Conditions conditions;
  ToolkitCode toolkit;  // of `source` as it is, where NVIDIA's compilers were asked
};

// A launch for which someone else than the analysis is asked.
struct LaunchQuestion {
  const Inspection& inspection;
  const Kernel& kernel;
  const Launch& launch;
  const Gpu& gpu;
  size_t number = 0;    // among the launches that were chosen together
  size_t launches = 1;  // how many those are
};

// What predict() stands on; predict/tools.h has the real ones, tests have others.
struct PredictTools {
  std::function<Result<Inspection>(const frontend::InspectRequest&)> inspect;
  std::function<Result<analyze::Analysis>(const Inspection&, const Kernel&, const Launch&,
                                          const Gpu&)>
      analyze;
  // What the launches that are analysed from now on may cost each; may be empty.
  std::function<void(const analyze::AnalysisOptions&)> limit;
  // Launches that are analysed next, within that limit: the moment to begin with all of them. May
  // be empty.
  std::function<void(const std::vector<LaunchQuestion>&)> ahead;
  // Writes the buffers' contents that the kernel's use of them suggests; what it assumed.
  std::function<std::vector<std::string>(const Inspection&, const Kernel&, Launch&)> fill;
  // Predicts instead of `analyze`, kernels without PTX too: fills in the prediction of an entry
  // whose launch is described. The class may be left empty; it then follows from the values.
  std::function<Status(const LaunchQuestion&, LaunchPrediction&)> answer;
};

// A kernel that cannot be predicted is in `skipped`; it is an error only if nothing
// else is left. The error then says what to give.
Result<PredictReport> predict(const PredictRequest& request, const PredictTools& tools);

}  // namespace kcast::predict
