// Calls: where the three languages differ most.
#pragma once

#include "corpus/neutral/print/print_expr.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// Appends a call, in parentheses where what it becomes binds less than `level`.
void print_call(const Expr& call, int level, ExprPrinter& printer);

}  // namespace kcast::corpus
