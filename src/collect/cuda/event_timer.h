// Times of launches by events.
#pragma once

#include <vector>

#include "base/result.h"
#include "collect/cuda/driver.h"

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

}  // namespace kcast
