// The front end as others use it: source text in, kernels, launches and PTX out.
//
// Sources are hostile until proven otherwise, and Clang ends its process on some
// inputs. So nothing is compiled in the caller's process. A fork server is
// forked once, early, while the caller has one thread; it forks a worker for each
// request and always holds one more ready. A worker reads one request, answers,
// and ends: no request can see or harm another. Time, memory and output are
// limited; a worker past a limit, or one whose request was cancelled, is killed.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>

#include "base/result.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast::frontend {

struct FrontendLimits {
  std::chrono::milliseconds timeout{20'000};  // per request, wall clock
  size_t memory_bytes = size_t{3} << 30;      // address space of a worker
  size_t max_reply_bytes = size_t{256} << 20;
  size_t max_source_bytes = size_t{8} << 20;  // all files of a request together
};

class Frontend {
 public:
  // Forks the fork server; call it before the process starts threads. With `warm`, the
  // fork server reads a small program first, so that the first request is as fast as
  // the others: right for a server, not for a command that asks once.
  static Result<std::unique_ptr<Frontend>> start(const FrontendLimits& limits = {},
                                                 bool warm = false);
  ~Frontend();
  Frontend(const Frontend&) = delete;
  Frontend& operator=(const Frontend&) = delete;

  // Thread-safe. Setting `cancelled` from another thread ends it within some
  // milliseconds. If the compiler dies on a kernel, the others are still
  // answered and that one says so; if it dies on the whole text, the answer is empty
  // but for a diagnostic. An error means a bad request, a limit or a cancellation.
  Result<Inspection> inspect(const InspectRequest& request,
                             const std::atomic<bool>* cancelled = nullptr);

 private:
  Frontend(const FrontendLimits& limits, int control, int fork_server)
      : limits_(limits), control_(control), fork_server_(fork_server) {}
  Result<Inspection> ask_worker(const InspectRequest& request, const std::atomic<bool>* cancelled);
  Result<Inspection> ask_around_crash(const InspectRequest& request,
                                      const std::atomic<bool>* cancelled);

  FrontendLimits limits_;
  int control_;      // socket to the fork server
  int fork_server_;  // its process id
  std::mutex control_mutex_;
  std::atomic<uint64_t> next_id_{1};
};

}  // namespace kcast::frontend
