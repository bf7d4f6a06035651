// The worker of `kcast collect --device cuda`: jobs on standard input, messages on standard
// output (collect/job.h).
#pragma once

#include <istream>

#include "base/result.h"
#include "collect/cuda/batch.h"

namespace kcast {

struct WorkerOptions {
  BatchOptions batch;
  size_t compile_threads = 0;  // 0: as many as pay off
};

// Ends when the input does. An error: the GPU or the input can no longer be used, and the process
// must be given up; launches without a message were not measured.
Status run_cuda_worker(std::istream& input, const WorkerOptions& options,
                       const BatchRunner::Send& send);

}  // namespace kcast
