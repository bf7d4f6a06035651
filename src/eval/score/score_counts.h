// The table `counts` of score.h.
#pragma once

#include <span>

#include "eval/figures.h"
#include "eval/rows.h"
#include "eval/truth.h"

namespace kcast::eval {

void add_count_figures(const Truth& truth, std::span<const Answer> answers, FigureList& list);

}  // namespace kcast::eval
