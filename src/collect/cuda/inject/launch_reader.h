// Reads one launch of an application at a time, from inside of it: a session of CUPTI's range
// profiler is opened before the launch and closed behind it. CUPTI replays the kernel for each
// pass and restores the memory that it wrote.
//
// Open sessions are short on purpose: what an application does between its launches (unloading
// modules, capturing graphs) does not meet one.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "collect/cuda/range_profiler.h"

namespace kcast::collect {

class LaunchReader {
 public:
  explicit LaunchReader(const Cupti& cupti) : cupti_(cupti) {}

  // Before the launch, with its context current. Where the GPU does not know the metrics of
  // tensor cores, they are left out.
  Status begin(CUcontext context, int device_index, bool tensor);
  // After it: the values of program_metrics.
  Result<std::vector<double>> end();

 private:
  Result<const MetricConfig*> config_of(CUcontext context, int device_index, bool tensor);

  const Cupti& cupti_;
  std::map<int, ProfiledChip> chips_;
  std::map<std::pair<int, bool>, std::unique_ptr<MetricConfig>> configs_;
  std::unique_ptr<RangeProfiler> session_;
};

}  // namespace kcast::collect
