// Where instructions come from: .file and .loc.
#pragma once

#include "analyze/ptx/parse/parse_state.h"

namespace kcast::ptx {

bool take_file(ParseState& p);
bool take_line(ParseState& p);

}  // namespace kcast::ptx
