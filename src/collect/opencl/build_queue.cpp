#include "collect/opencl/build_queue.h"

#include <string>
#include <utility>

namespace kcast::collect {

BuildQueue::BuildQueue(std::istream& input, size_t threads, Build build)
    : input_(input), build_(std::move(build)), ahead_(2 * threads), builders_(threads) {
  for (size_t i = 0; i < threads; ++i)
    threads_.emplace_back([this] { build_ahead(); });
}

BuildQueue::~BuildQueue() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  changed_.notify_all();
}

// Called by one thread at a time.
std::optional<CollectJob> BuildQueue::read() {
  std::string line;
  while (!ended_ && std::getline(input_, line)) {
    if (line.empty()) continue;
    auto job = parse_job(line);
    if (job) return *std::move(job);
    bad_input_ = job.error();
    break;
  }
  ended_ = true;
  return std::nullopt;
}

void BuildQueue::build_ahead() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || ready_.size() < ahead_; });
    if (stopping_) break;
    std::optional<CollectJob> job = read();
    if (!job) break;
    lock.unlock();
    Result<ClKernel> kernel = build_(*job);
    lock.lock();
    ready_.push_back({*std::move(job), std::move(kernel)});
    changed_.notify_all();
  }
  --builders_;
  changed_.notify_all();
}

std::optional<BuiltJob> BuildQueue::take() {
  if (threads_.empty()) {
    std::optional<CollectJob> job = read();
    if (!job) return std::nullopt;
    Result<ClKernel> kernel = build_(*job);
    return BuiltJob{*std::move(job), std::move(kernel)};
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !ready_.empty() || builders_ == 0; });
  if (ready_.empty()) return std::nullopt;
  BuiltJob job = std::move(ready_.front());
  ready_.pop_front();
  changed_.notify_all();
  return job;
}

}  // namespace kcast::collect
