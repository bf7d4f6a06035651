// Expressions of neutral text, by precedence climbing.
#pragma once

#include "corpus/neutral/parse/parser_state.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

Expr parse_expr(ParserState& state);

}  // namespace kcast::corpus
