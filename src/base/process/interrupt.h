// Ctrl-C as a question that long work asks: the first asks it to end at the next good place, the
// second ends the process.
#pragma once

#include <atomic>

namespace kcast {

// While it lives, SIGINT and SIGTERM set the flag instead of ending the process. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static const std::atomic<bool>& interrupted();
};

}  // namespace kcast
