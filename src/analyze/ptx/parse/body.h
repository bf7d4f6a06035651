// The body of a function: its statements, scopes and labels.
#pragma once

#include "analyze/ptx/parse/parse_state.h"

namespace kcast::ptx {

// From its first brace to its last; the function then has its blocks.
bool take_body(ParseState& p, Function& function);

}  // namespace kcast::ptx
