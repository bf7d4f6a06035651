// kcast collect FILE: one kernel of the user's, measured over input sizes.
#pragma once

#include "base/result.h"
#include "cli/commands.h"

namespace kcast::cli {

// Whether the words ask for it: one of them, before "--", names a source.
bool names_source(Args args);

Status collect_file(Args args);

}  // namespace kcast::cli
