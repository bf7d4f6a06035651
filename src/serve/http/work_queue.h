// Requests that take a while, done by a fixed number of threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/api/reply.h"
#include "serve/http/message.h"

namespace kcast::http {

struct Job {
  uint64_t connection = 0;
  Request request;
  std::atomic<bool> cancelled{false};  // nobody waits for the answer any more
  api::Reply reply;                    // once it is done
};

class WorkQueue {
 public:
  using Answer = std::function<api::Reply(const Request&, const std::atomic<bool>& cancelled)>;

  // `done` is called on the working thread, once for each job that was not cancelled while it
  // waited.
  WorkQueue(size_t threads, size_t most_waiting, Answer answer,
            std::function<void(std::shared_ptr<Job>)> done);
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // False: too many wait already.
  bool push(std::shared_ptr<Job> job);
  // Takes the job out of the line, or makes its work stop.
  void cancel(const std::shared_ptr<Job>& job);
  size_t waiting() const;
  size_t running() const { return running_; }

 private:
  void work();

  size_t most_waiting_;
  Answer answer_;
  std::function<void(std::shared_ptr<Job>)> done_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::shared_ptr<Job>> line_;
  bool ending_ = false;
  std::atomic<size_t> running_{0};
  std::vector<std::thread> threads_;
};

}  // namespace kcast::http
