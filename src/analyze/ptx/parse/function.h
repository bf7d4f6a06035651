// A function: its results, name, parameters and attributes, and its body where it has one.
#pragma once

#include "analyze/ptx/parse/parse_state.h"

namespace kcast::ptx {

bool take_function(ParseState& p, bool is_entry);

}  // namespace kcast::ptx
