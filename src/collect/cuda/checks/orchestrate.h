// Runs check cases in worker processes, so that a launch that breaks the device or
// hangs loses itself only: the next worker goes on behind it.
#pragma once

#include "collect/cuda/checks/case_runner.h"

namespace kcast::collect {

// The worker is this executable with the command `work`; its lines go to stdout.
// Returns how many launches failed.
Result<int> orchestrate_cases(const CaseRunOptions& options);

}  // namespace kcast::collect
