// Durations of kernels as CUPTI's activity records tell them: timestamps that the GPU takes where a
// kernel begins and ends, free of what lies between two launches.
#pragma once

#include <vector>

#include "base/result.h"
#include "collect/cuda/cupti.h"

namespace kcast::collect {

// There is one for the process, as CUPTI's buffers are.
class KernelDurations {
 public:
  explicit KernelDurations(const Cupti& cupti) : cupti_(cupti) {}

  // Kernels that are launched from now on are recorded.
  Status start();
  // The durations of all since start() in the order in which they began, in microseconds. The
  // launches must have ended.
  Result<std::vector<double>> stop();

 private:
  const Cupti& cupti_;
  bool registered_ = false;
};

}  // namespace kcast::collect
