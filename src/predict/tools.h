// The parts that predict() stands on in the product: the front end in its own
// processes, and the analysis.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyze/analyze.h"
#include "base/result.h"
#include "frontend/frontend.h"
#include "predict/predict.h"
#include "schema/gpu/gpu.h"
#include "schema/inspection.h"

namespace kcast::predict {

// Starts the front end; call it before the process starts threads. Kernels that were
// made ready are kept, so that the launches of a sweep share them. Not thread-safe.
Result<PredictTools> start_tools();

// The same on a front end that others use, too: so each thread has tools of its own. Setting
// `cancelled` ends what the front end reads.
PredictTools make_tools(const std::shared_ptr<frontend::Frontend>& frontend,
                        const std::atomic<bool>* cancelled = nullptr);

// All that the analysis of a launch depends on, so that its answer can be kept.
struct AnalysisQuestion {
  std::string ptx;  // of the kernel alone (kernel_alone.h)
  std::string symbol;
  std::optional<ResourceUse> resources;
  Launch launch;
  Gpu gpu;
  analyze::AnalysisOptions options;
};
// Nothing: whoever asks analyses it.
using AnswerQuestion =
    std::function<std::optional<Result<analyze::Analysis>>(const AnalysisQuestion&)>;
using AnswerAhead = std::function<void(const std::vector<AnalysisQuestion>&)>;

// Analyses here and now. Of several, those of one kernel that follow each other make it ready once.
Result<analyze::Analysis> answer_question(const AnalysisQuestion& question);
std::vector<Result<analyze::Analysis>> answer_questions(
    const std::vector<AnalysisQuestion>& questions);

// Those of the analysis alone, without a front end. `answer` is asked for each launch, and `ahead`
// told of those that come next; empty: they are analysed here, and kernels that were made ready are
// kept.
PredictTools analysis_tools(AnswerQuestion answer = {}, AnswerAhead ahead = {});

}  // namespace kcast::predict
