// What CUDA events around a launch show, in the ways in which programs use them.
#pragma once

#include "base/result.h"
#include "collect/cuda/device.h"
#include "collect/cuda/ready_launch.h"

namespace kcast::collect {

// Medians, in microseconds for one launch.
struct EventTimes {
  double queued_cold_us = 0;  // two events around it, behind a kernel that still runs; L2 emptied
  double queued_warm_us = 0;  // the same behind the same launch
  double loop_us = 0;         // two events around many launches
  double graph_us = 0;        // two events around a CUDA graph of many launches
  double graph_one_us = 0;    // two events around a CUDA graph of this launch alone
};

Result<EventTimes> read_event_times(CudaDevice& device, const LoadedKernel& kernel,
                                    const ReadyLaunch& ready, int repeats);

}  // namespace kcast::collect
