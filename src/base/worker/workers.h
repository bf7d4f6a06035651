// Work on what strangers wrote, in processes that can do nothing else.
//
// A fork server is forked once, early, while the caller has one thread; it always holds workers
// ready that have given up their rights (sandbox.h). A worker reads one request, answers, and ends:
// no request can see or harm another. Its memory, answer and questions are limited; a worker past a
// limit, or one whose request was cancelled, is killed.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/bounded_cache.h"
#include "base/result.h"
#include "base/worker/fork_server.h"
#include "base/worker/readable_files.h"
#include "base/worker/sandbox.h"
#include "base/worker/worker_end.h"

namespace kcast {

struct WorkerLimits {
  // Of a whole request, wall clock: the last resort behind limits that count work.
  std::chrono::milliseconds timeout{300'000};
  size_t memory_bytes = size_t{3} << 30;  // address space of a worker
  size_t max_answer_bytes = size_t{256} << 20;
};

// Answers by the bytes of the requests that workers passed on (WorkerLink::ask_once). A worker has
// no say in what is kept but the answer to its own request, which is all that it has seen: so a
// source that takes over the worker that reads it cannot change what others are told.
using KeptAnswers = BoundedCache<std::string>;

class Workers;

struct WorkerQuestion {
  std::string_view request;
  ReadableFiles* files = nullptr;                // null: it may read none
  const std::atomic<bool>* cancelled = nullptr;  // set from another thread, ends it
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  KeptAnswers* kept = nullptr;   // null: it may not ask_once
  Workers* answerers = nullptr;  // whose workers answer what is not kept; null: these
  // What the caller does itself for a worker that calls it; empty: nothing. It must believe none of
  // the bytes.
  std::function<std::string(std::string_view)> answer_call = {};
};

class Workers {
 public:
  // Makes, in the fork server, what answers requests there.
  using MakeHandler = std::function<WorkerHandler()>;

  // Forks the fork server; call it before the process starts threads.
  static Result<std::unique_ptr<Workers>> start(const WorkerLimits& limits,
                                                const MakeHandler& make_handler);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Thread-safe. Ends at the deadline, and within some milliseconds once cancelled.
  WorkerOutcome ask(const WorkerQuestion& question);

  // When a request that begins now has to end.
  std::chrono::steady_clock::time_point deadline() const;
  const WorkerLimits& limits() const { return limits_; }

  // What a worker of this machine has given up.
  Sandbox sandbox();

 private:
  Workers(const WorkerLimits& limits, int control, int fork_server)
      : limits_(limits), control_(control), fork_server_(fork_server) {}
  struct Taken {
    int socket = -1;
    WorkerEnd end = WorkerEnd::Answered;  // else, why there is none
  };
  Taken take_worker(uint64_t id, const WorkerQuestion& question);
  void read_control(std::unique_lock<std::mutex>& lock);
  WorkerOutcome converse(int socket, const WorkerQuestion& question, bool may_ask);
  WorkerOutcome ask_one(const WorkerQuestion& question, bool may_ask);
  WorkerOutcome ask_once(const WorkerQuestion& question);
  WorkerOutcome ask_each_once(const WorkerQuestion& question);
  WorkerOutcome answer_frame(const Frame& frame, const WorkerQuestion& question);

  WorkerLimits limits_;
  int control_;               // socket to the fork server
  int fork_server_;           // its process id
  std::mutex control_mutex_;  // of the socket, and of what follows
  std::condition_variable control_changed_;
  std::map<uint64_t, int> arrived_;  // sockets of workers that their askers have not taken yet
  std::set<uint64_t> given_up_;      // ids whose workers nobody waits for any more
  bool reading_ = false;             // a thread waits at the socket, for all
  bool gone_ = false;                // the fork server is
  std::atomic<uint64_t> next_id_{1};
};

}  // namespace kcast
