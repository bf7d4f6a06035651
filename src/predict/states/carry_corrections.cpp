#include "predict/states/carry_corrections.h"

#include <algorithm>
#include <cmath>

#include "schema/gpu/roof_time.h"

namespace kcast::predict {

namespace {

constexpr double kMostCarried = 16;  // beyond, trees spoke of something else
// Intervals of trees were calibrated with an empty L2, and nothing says how far off they are here.
// Those of the analysis hold as often with a warm one (docs/l2-states.md).
constexpr double kWiderTime = 1.1;
constexpr double kWiderBytes = 1.5;

double factor(double to, double from) {
  if (!(from > 0) || !(to >= 0)) return 1;
  return std::clamp(to / from, 1 / kMostCarried, kMostCarried);
}

void carry_rate(const ColdPredictions& cold, double BaseQuantities::* field, Prediction& state) {
  const double points = cold.corrected.values.*field - cold.analytic.values.*field;
  const double value = std::clamp(state.values.*field + points, 0.0, 100.0);
  const double below = cold.corrected.values.*field - cold.corrected.low.*field;
  const double above = cold.corrected.high.*field - cold.corrected.values.*field;
  state.values.*field = value;
  state.low.*field = std::clamp(value - below, 0.0, 100.0);
  state.high.*field = std::clamp(value + above, 0.0, 100.0);
}

void carry_amount(const ColdPredictions& cold, double BaseQuantities::* field, Prediction& state) {
  const double corrected = cold.corrected.values.*field;
  const double by = factor(corrected, cold.analytic.values.*field);
  const double old_low = state.low.*field;
  const double old_high = state.high.*field;
  const double value = state.values.*field * by;
  state.values.*field = value;
  state.low.*field = value * factor(cold.corrected.low.*field, corrected);
  state.high.*field = value * factor(cold.corrected.high.*field, corrected);
  // What the analysis says of bytes that are nearly none.
  if (field == &BaseQuantities::hbm_read_bytes || field == &BaseQuantities::hbm_write_bytes) {
    state.low.*field = std::min(state.low.*field, old_low);
    state.high.*field = std::max(state.high.*field, old_high);
  }
}

}  // namespace

bool is_rate(double BaseQuantities::* field) {
  return field == &BaseQuantities::l1_hit_rate_pct || field == &BaseQuantities::l2_hit_rate_pct;
}

void carry_corrections(const ColdPredictions& cold, const Gpu& gpu, Prediction& state) {
  const double by = factor(cold.corrected.values.time_us, cold.analytic.values.time_us);
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    if (is_rate(metric.base)) {
      carry_rate(cold, metric.base, state);
    } else {
      carry_amount(cold, metric.base, state);
    }
  }
  for (BottleneckTerm& term : state.bottleneck)
    term.time_us *= by;
  state.values.time_us = std::max(state.values.time_us, roof_time_us(state.values, gpu));
  state.source = cold.corrected.source;
  state.coverage = cold.corrected.coverage;
  for (const std::string& note : cold.corrected.notes) {
    if (std::find(state.notes.begin(), state.notes.end(), note) == state.notes.end() &&
        std::find(cold.analytic.notes.begin(), cold.analytic.notes.end(), note) ==
            cold.analytic.notes.end()) {
      state.notes.push_back(note);
    }
  }
}

void widen_for_state(Prediction& state) {
  state.low.time_us /= kWiderTime;
  state.high.time_us *= kWiderTime;
  for (const auto field : {&BaseQuantities::l2_bytes, &BaseQuantities::hbm_read_bytes,
                           &BaseQuantities::hbm_write_bytes}) {
    state.low.*field /= kWiderBytes;
    state.high.*field *= kWiderBytes;
  }
}

}  // namespace kcast::predict
