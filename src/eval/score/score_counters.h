// The tables `counters` and `rounded` of score.h, and when a prediction of a counter is right.
#pragma once

#include <span>
#include <string_view>

#include "eval/figures.h"
#include "eval/rows.h"
#include "eval/truth.h"

namespace kcast::eval {

// The counters that Omniwise scores, and the time.
std::span<const std::string_view> scored_metrics();

// Whether a prediction of a counter is right: within `tolerance` of the truth or, where the truth
// lies under the noise floor, within that floor.
bool is_within(double predicted, double truth, double tolerance, double floor);

// |predicted - truth| / truth; nothing predicted where nothing was is right.
double relative_error(double predicted, double truth);

void add_counter_figures(const Truth& truth, std::span<const Answer> answers,
                         const ScoreSettings& settings, FigureList& list);

}  // namespace kcast::eval
