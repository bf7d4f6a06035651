// The worker of `kcast collect --device cuda`: jobs on standard input, messages on standard
// output (collect/job.h).
#pragma once

#include <cstdint>
#include <istream>

#include "base/result.h"
#include "collect/cuda/batch.h"

namespace kcast::collect {

struct WorkerOptions {
  BatchOptions batch;
  size_t compilers = 0;  // processes; 0: most cores have one
};

// Ends when the input does. An error: the GPU or the input can no longer be used, and the process
// must be given up; launches without a message were not measured.
Status run_cuda_worker(std::istream& input, const WorkerOptions& options,
                       const BatchRunner::Send& send);

// Runs each launch of the jobs once, between cuProfilerStart and cuProfilerStop, for a profiler
// that looks on; sends {"at": id} for those that ran, in their order, and failures.
enum class L2Before : uint8_t {
  Filled,  // the buffers, as far as they fit
  Cold,    // emptied by reading
  Warm,    // what the same launch left
};
Status run_jobs_once(std::istream& input, L2Before l2, const BatchRunner::Send& send);

}  // namespace kcast::collect
