// kcast eval --suite with a list of public programs (public_programs.h): predicts them as a user
// would, and scores the predictions by what was read. Of the held-out side nothing but totals
// leaves this module.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "predict/predict.h"
#include "workflow/eval/public_figures.h"

namespace kcast::workflow {

struct PublicSuiteOptions {
  std::filesystem::path folder;
  std::filesystem::path sources;  // OWNER+NAME for each repository (scripts/suite_sources)
  std::string side;               // "open", "held-out"; empty: both
  std::string gpu;
  predict::PredictorKind predictor = predict::kDefaultPredictor;
  size_t worst = 0;  // so many launches of the open side are listed, and what has no answer
  bool json = false;
  size_t jobs = 1;
  // After it no launch of a program is analysed any more.
  std::chrono::milliseconds limit{60'000};
};

struct UnansweredKernel {
  std::string program;
  std::string kernel;
  std::string reason;
};

// The programs of one language on one side. OpenCL's kernels are predicted without host code.
struct PublicScore {
  std::string side;
  std::string language;
  size_t programs = 0;
  size_t kernels = 0;  // with readings
  size_t answered = 0;
  double seconds_p50 = 0;  // to the answer: of a program, or of an OpenCL launch
  double seconds_p95 = 0;
  std::vector<PublicFigures> figures;
  // Empty for the held-out side.
  std::vector<PublicComparison> worst;
  std::vector<UnansweredKernel> unanswered;
};

// Tools for one program; called on several threads.
using MakeTools = std::function<predict::PredictTools()>;

Result<std::vector<PublicScore>> score_public_suite(const PublicSuiteOptions& options,
                                                    const MakeTools& make_tools);

// With the real tools; the report as text or JSON. Call it before the process starts threads.
Result<std::string> run_public_suite(const PublicSuiteOptions& options);

}  // namespace kcast::workflow
