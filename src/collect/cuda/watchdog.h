// Ends the process when something takes too long: nothing else can stop a kernel.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace kcast {

// Calls `expired` on a thread of its own unless it is gone by then.
class Watchdog {
 public:
  Watchdog(int seconds, std::function<void()> expired)
      : thread_([this, seconds, expired = std::move(expired)] {
          std::unique_lock lock(mutex_);
          if (!wake_.wait_for(lock, std::chrono::seconds(seconds), [this] { return done_; })) {
            expired();
          }
        }) {}
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace kcast
