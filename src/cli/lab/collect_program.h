// kcast collect with whole programs: runs one and reads its kernels' first launches, or imports
// what a profiler read of one; then a table, with predictions where there is a source.
#pragma once

#include "cli/commands.h"

namespace kcast::cli {

// Whether the arguments of kcast collect ask for it: --program or --import before any "--".
bool is_about_programs(Args args);

Status collect_program(Args args);

}  // namespace kcast::cli
