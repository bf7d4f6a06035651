#include "serve/http/work_queue.h"

#include <algorithm>
#include <exception>

namespace kcast::http {

WorkQueue::WorkQueue(size_t threads, size_t most_waiting, Answer answer,
                     std::function<void(std::shared_ptr<Job>)> done)
    : most_waiting_(most_waiting), answer_(std::move(answer)), done_(std::move(done)) {
  for (size_t i = 0; i < threads; ++i)
    threads_.emplace_back([this] { work(); });
}

WorkQueue::~WorkQueue() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    line_.clear();
  }
  arrived_.notify_all();
  for (std::thread& thread : threads_)
    thread.join();
}

bool WorkQueue::push(std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    if (line_.size() >= most_waiting_) return false;
    line_.push_back(std::move(job));
  }
  arrived_.notify_one();
  return true;
}

void WorkQueue::cancel(const std::shared_ptr<Job>& job) {
  job->cancelled = true;
  const std::lock_guard lock(mutex_);
  std::erase(line_, job);
}

size_t WorkQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return line_.size();
}

void WorkQueue::work() {
  while (true) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return ending_ || !line_.empty(); });
      if (line_.empty()) return;
      job = std::move(line_.front());
      line_.pop_front();
    }
    ++running_;
    try {
      job->reply = answer_(job->request, job->cancelled);
    } catch (const std::exception& error) {
      // Only our own bugs and an exhausted machine end here; the server lives on.
      job->reply = api::error_reply({.status = 500, .code = "internal", .message = error.what()});
    }
    --running_;
    done_(std::move(job));
  }
}

}  // namespace kcast::http
