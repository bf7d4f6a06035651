// What trees learnt of launches that begin with an empty L2, for a launch that does not.
#pragma once

#include "schema/gpu/gpu.h"
#include "schema/metrics.h"
#include "schema/sample.h"

namespace kcast::predict {

// The same launch, thrice. `state` is that of the analysis with L2 as it is, and becomes the
// prediction: times and bytes move by the factor by which trees moved them with an empty L2, hit
// rates by as many points.
struct ColdPredictions {
  const Prediction& analytic;
  const Prediction& corrected;
};
void carry_corrections(const ColdPredictions& cold, const Gpu& gpu, Prediction& state);

// A hit rate, which ends at 100 %.
bool is_rate(double BaseQuantities::* field);

// Intervals were calibrated with an empty L2.
void widen_for_state(Prediction& state);

}  // namespace kcast::predict
