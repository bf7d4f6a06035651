// A few threads that do what a server must not wait for.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace kcast::rpc {

// Set it to stop the work that it was given to.
using CancelFlag = std::shared_ptr<std::atomic<bool>>;

inline CancelFlag make_cancel_flag() {
  return std::make_shared<std::atomic<bool>>(false);
}

class Workers {
 public:
  using Work = std::function<void()>;

  explicit Workers(size_t threads);
  // Waits for what runs; what has not begun is dropped. Cancel it first.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Urgent work goes before the rest.
  void submit(Work work, bool urgent = false);

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Work> waiting_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace kcast::rpc
