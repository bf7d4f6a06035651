#include "serve/rpc/workers.h"

#include <utility>

namespace kcast::rpc {

Workers::Workers(size_t threads) {
  for (size_t i = 0; i < threads; ++i)
    threads_.emplace_back([this] { run(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    waiting_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_)
    thread.join();
}

void Workers::submit(Work work, bool urgent) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return;
    if (urgent) {
      waiting_.push_front(std::move(work));
    } else {
      waiting_.push_back(std::move(work));
    }
  }
  changed_.notify_one();
}

void Workers::run() {
  for (;;) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (ending_) return;
      work = std::move(waiting_.front());
      waiting_.pop_front();
    }
    work();
  }
}

}  // namespace kcast::rpc
