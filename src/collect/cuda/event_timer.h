// The time of launches by events, corrected to what ncu calls a kernel's duration.
//
// Two events around a launch see a little more than the kernel: about 1.4 us on an H200, the same
// for short and long kernels. How much it is here is measured once, with kernels whose duration
// CUPTI tells.
#pragma once

#include <vector>

#include "base/result.h"
#include "collect/cuda/cupti.h"
#include "collect/cuda/device.h"
#include "collect/cuda/range_profiler.h"

namespace kcast {

// Pairs of events that are made once and used again and again.
class EventTimer {
 public:
  explicit EventTimer(const Driver& driver) : driver_(driver) {}
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;
  ~EventTimer();

  // Enqueue the events of pair `index`.
  Status start(size_t index);
  Status end(size_t index);
  // Between the events of a pair once both have happened, in microseconds.
  Result<double> elapsed_us(size_t index) const;

 private:
  struct Pair {
    CUevent start = nullptr;
    CUevent end = nullptr;
  };
  const Driver& driver_;
  std::vector<Pair> pairs_;
};

// What events add to a kernel's duration, in microseconds. No session may be open.
Result<double> event_overhead_us(const Cupti& cupti, const ProfiledChip& chip, CudaDevice& device,
                                 EventTimer& timer);

}  // namespace kcast
