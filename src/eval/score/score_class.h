// The tables `class` and `confusion` of score.h.
#pragma once

#include <span>

#include "eval/figures.h"
#include "eval/rows.h"
#include "eval/truth.h"

namespace kcast::eval {

void add_class_figures(const Truth& truth, std::span<const Answer> answers, FigureList& list);

}  // namespace kcast::eval
