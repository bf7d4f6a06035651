// Statements of neutral text.
#pragma once

#include <vector>

#include "corpus/neutral/parse/parser_state.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// From the opening brace to the closing one.
std::vector<Stmt> parse_block(ParserState& state);

}  // namespace kcast::corpus
