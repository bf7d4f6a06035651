#include "predict/predictor_kind.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "schema/gpu/roof_time.h"
#include "trees/correct.h"
#include "trees/embedded.h"
#include "trees/launch_row.h"

namespace kcast::predict {
namespace {

std::string factor_text(double factor) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", factor);
  return text;
}

// What was done to the prediction of the analysis, and why it can be believed more or less.
std::string correction_note(const trees::Correction& done, const trees::Model& model,
                            const Gpu& gpu) {
  if (gpu.id != model.gpu) {
    return "corrected by what was measured on " + model.gpu +
           " only where the code alone decides; the time is that of the analysis";
  }
  std::string note = "time of the analysis x " + factor_text(done.time_factor) +
                     ", by trees fitted to measured launches (--predictor analytic: without)";
  if (done.unlike) note += "; unlike any of them, so the intervals are wider";
  return note;
}

// What the analysis would refuse to say (analyze/plausible.h) is not said by trees either.
bool is_too_long(const Prediction& prediction) {
  constexpr double kMinuteUs = 60e6;
  return prediction.values.time_us > kMinuteUs;
}

// Without trees. Short regions of OpenMP wait for the runtime's barriers: of 42 launches that were
// measured (tests/checks_openmp, the open part) two took 1.8 and 1.9 times what the analysis says,
// and no other more than 1.5 times.
void widen_openmp(Prediction& prediction) {
  constexpr double kMostWaiting = 2;
  prediction.high.time_us =
      std::max(prediction.high.time_us, prediction.values.time_us * kMostWaiting);
  prediction.notes.emplace_back(
      "OpenMP: waits for the runtime's barriers may take as long again (docs/openmp.md)");
}

void correct_entry(std::string_view language, const Gpu& gpu, LaunchPrediction& entry) {
  const trees::Model* model = trees::embedded_model(language);
  if (model == nullptr) {
    if (language == "openmp") widen_openmp(entry.prediction);
    entry.prediction.notes.emplace_back(
        "not corrected: this kcast has no trees for its analysis (kcast models)");
    return;
  }
  const std::vector<float> row =
      trees::launch_row({entry.features, entry.prediction, entry.launch, gpu, language});
  const Prediction analytic = entry.prediction;
  const trees::Correction done = trees::correct(
      *model, {row, gpu, true, entry.features.operations.machine_code}, entry.prediction);
  if (is_too_long(entry.prediction) && !is_too_long(analytic)) {
    entry.prediction = analytic;
  } else if (done.corrected > 0) {
    entry.prediction.notes.push_back(correction_note(done, *model, gpu));
  }
}

void take_roofline(const Gpu& gpu, Prediction& prediction) {
  const double analytic_us = prediction.values.time_us;
  prediction.values.time_us = roof_time_us(prediction.values, gpu);
  prediction.low.time_us = prediction.values.time_us;
  prediction.high.time_us = std::max(prediction.high.time_us, analytic_us);
  prediction.bottleneck.clear();
  prediction.notes.emplace_back(
      "roofline: the counts of the analysis at the GPU's peaks, a time that nothing falls below");
}

}  // namespace

std::string to_text(PredictorKind kind) {
  switch (kind) {
    case PredictorKind::Hybrid:
      return "hybrid";
    case PredictorKind::Analytic:
      return "analytic";
    case PredictorKind::Roofline:
      return "roofline";
  }
  return "";
}

Result<PredictorKind> predictor_named(std::string_view name) {
  for (const PredictorKind kind : kPredictorKinds)
    if (to_text(kind) == name) return kind;
  return Error{ErrorCode::InvalidInput,
               "no predictor '" + std::string(name) + "'; there are hybrid, analytic and roofline"};
}

void apply_predictor(PredictorKind kind, std::string_view language, const Gpu& gpu,
                     LaunchPrediction& entry) {
  switch (kind) {
    case PredictorKind::Hybrid:
      correct_entry(language, gpu, entry);
      break;
    case PredictorKind::Roofline:
      take_roofline(gpu, entry.prediction);
      break;
    case PredictorKind::Analytic:
      if (language == "openmp") widen_openmp(entry.prediction);
      break;
  }
}

}  // namespace kcast::predict
