// Types of expressions.
#pragma once

#include "corpus/neutral/check/check_state.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// Gives the expression and all below it their types, or the state an error.
void check_expr(CheckState& state, Expr& expr);

// The same of what decides a branch, a loop or a vote: a number.
void check_condition(CheckState& state, Expr& expr);

}  // namespace kcast::corpus
