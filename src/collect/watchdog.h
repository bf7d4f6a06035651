// Notices when something takes too long: nothing can stop a kernel but the end of the process.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace kcast::collect {

// Calls `expired` on a thread of its own when it was armed and not disarmed in time.
class Watchdog {
 public:
  explicit Watchdog(std::function<void()> expired)
      : thread_([this, expired = std::move(expired)] { watch(expired); }) {}
  // Armed from the start.
  Watchdog(int seconds, std::function<void()> expired) : Watchdog(std::move(expired)) {
    arm(seconds);
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() {
    change([this] { done_ = true; });
    thread_.join();
  }

  void arm(int seconds) {
    change([&] { deadline_ = Clock::now() + std::chrono::seconds(seconds); });
  }
  void disarm() {
    change([this] { deadline_.reset(); });
  }

 private:
  using Clock = std::chrono::steady_clock;

  template <typename Change>
  void change(Change apply) {
    {
      const std::lock_guard lock(mutex_);
      apply();
    }
    wake_.notify_one();
  }

  void watch(const std::function<void()>& expired) {
    std::unique_lock lock(mutex_);
    while (!done_) {
      if (!deadline_) {
        wake_.wait(lock);
      } else if (wake_.wait_until(lock, *deadline_) == std::cv_status::timeout && deadline_ &&
                 Clock::now() >= *deadline_) {
        deadline_.reset();
        expired();
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Clock::time_point> deadline_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace kcast::collect
