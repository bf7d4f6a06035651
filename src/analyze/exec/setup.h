// What every interpretation of a launch begins with.
#pragma once

#include "analyze/exec/program.h"
#include "analyze/exec/run_state.h"

namespace kcast::exec {

// A launch that cannot be made (no blocks, too many threads) is an error.
Status check_shape(const ptx::Function& kernel, const Launch& launch, const ExecOptions& options);

// The program must outlive the state.
RunState start_run(const Program& program, const ExecOptions& options);

}  // namespace kcast::exec
