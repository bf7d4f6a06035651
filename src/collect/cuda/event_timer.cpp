#include "collect/cuda/event_timer.h"

namespace kcast {

EventTimer::~EventTimer() {
  for (const Pair& pair : pairs_) {
    driver_.cuEventDestroy(pair.start);
    driver_.cuEventDestroy(pair.end);
  }
}

Status EventTimer::start(size_t index) {
  while (pairs_.size() <= index) {
    Pair pair;
    KCAST_CUDA(driver_, cuEventCreate, &pair.start, CU_EVENT_DEFAULT);
    KCAST_CUDA(driver_, cuEventCreate, &pair.end, CU_EVENT_DEFAULT);
    pairs_.push_back(pair);
  }
  KCAST_CUDA(driver_, cuEventRecord, pairs_[index].start, nullptr);
  return Unit{};
}

Status EventTimer::end(size_t index) {
  KCAST_CUDA(driver_, cuEventRecord, pairs_[index].end, nullptr);
  return Unit{};
}

Result<double> EventTimer::elapsed_us(size_t index) const {
  float milliseconds = 0;
  KCAST_CUDA(driver_, cuEventElapsedTime, &milliseconds, pairs_[index].start, pairs_[index].end);
  return static_cast<double>(milliseconds) * 1000;
}

}  // namespace kcast
