// The table `time` of score.h.
#pragma once

#include <span>
#include <vector>

#include "eval/figures.h"
#include "eval/rows.h"
#include "eval/truth.h"

namespace kcast::eval {

void add_time_figures(const Truth& truth, std::span<const Answer> answers, FigureList& list);

// This table alone, for groups of rows.
std::vector<Figure> score_time(const Truth& truth, std::span<const Answer> answers,
                               const BootstrapOptions& options);

}  // namespace kcast::eval
