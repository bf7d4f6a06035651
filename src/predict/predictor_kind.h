// Who predicts: what --predictor names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "predict/report.h"
#include "schema/gpu/gpu.h"

namespace kcast::predict {

enum class PredictorKind : uint8_t {
  Hybrid,    // the analysis, corrected by trees that were fitted to measured launches
  Analytic,  // the analysis alone
  Roofline,  // its counts at the GPU's peaks: the shortest time that is possible
};
inline constexpr std::array kPredictorKinds = {PredictorKind::Hybrid, PredictorKind::Analytic,
                                               PredictorKind::Roofline};
inline constexpr PredictorKind kDefaultPredictor = PredictorKind::Hybrid;

std::string to_text(PredictorKind kind);
Result<PredictorKind> predictor_named(std::string_view name);

// Turns the analysis of a launch into what is predicted. `language` is that of the kernel.
void apply_predictor(PredictorKind kind, std::string_view language, const Gpu& gpu,
                     LaunchPrediction& entry);

}  // namespace kcast::predict
