// What a prediction run answers: every launch with its prediction, what was left
// out and why. Plain values; report_json.h is their file format.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "predict/states/conditions.h"
#include "schema/features.h"
#include "schema/inspection.h"
#include "schema/sample.h"

namespace kcast::predict {

// Which language model answered, and how.
struct ModelNote {
  std::string model;    // as it was named
  std::string adapter;  // file; empty: none
  std::string head;     // file; empty: the answer is a text
  std::string form;     // template of the question: "compact"
  std::string answer;   // its text
  int64_t prompt_tokens = 0;
  bool prompt_cut = false;  // some of the kernel's text did not fit

  bool operator==(const ModelNote&) const = default;
};

// One launch on one GPU. What nobody predicted is NaN in its values.
struct LaunchPrediction {
  std::string name;  // of the kernel, as people write it: "transpose<float>"
  std::string file;  // where the kernel is defined
  int64_t line = 0;
  std::string launch_file;  // where the host launches it; empty: nowhere
  int64_t launch_line = 0;
  Launch launch;
  int64_t count = 1;       // how often the program makes this launch
  bool in_program = true;  // false: never, other launches are what it does
  double time_share = 1;   // of the time of all launches of this report on this GPU
  bool validated = false;  // predictions for this GPU were compared with hardware
  std::vector<std::pair<std::string, std::string>> settings;  // of a sweep: name and value
  Conditions conditions;
  Prediction prediction;
  Features features;
  std::optional<ModelNote> model;
  // Metrics that a model said itself, where they do not follow from base quantities.
  std::map<std::string, double, std::less<>> stated;

  bool operator==(const LaunchPrediction&) const = default;
};

// A kernel that has no prediction.
struct SkippedKernel {
  std::string name;
  std::string reason;

  bool operator==(const SkippedKernel&) const = default;
};

// Wall clock, for --stage-times; no part of the answer.
struct StageTimes {
  double frontend_ms = 0;
  double choice_ms = 0;
  double analysis_ms = 0;
};

struct PredictReport {
  std::vector<LaunchPrediction> predictions;  // longest first; of a sweep: in its order
  std::vector<SkippedKernel> skipped;
  std::vector<Diagnostic> diagnostics;
  StageTimes times;
};

}  // namespace kcast::predict
