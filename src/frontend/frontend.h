// The front end as others use it: source text in, kernels, launches and PTX out.
//
// Sources are hostile until proven otherwise, and Clang ends its process on some
// inputs. So nothing is compiled in the caller's process, but in workers that have no
// rights (base/worker).
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

#include "base/result.h"
#include "base/worker/workers.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast::frontend {

struct FrontendLimits : WorkerLimits {
  size_t max_source_bytes = size_t{8} << 20;  // all files of a request together
};

class Frontend {
 public:
  // Forks the fork server; call it before the process starts threads. With `warm`, the
  // fork server reads a small program first, so that the first request is as fast as
  // the others: right for a server, not for a command that asks once.
  static Result<std::unique_ptr<Frontend>> start(const FrontendLimits& limits = {},
                                                 bool warm = false);

  // Thread-safe. Setting `cancelled` from another thread ends it within some
  // milliseconds. If the compiler dies on a kernel, the others are still
  // answered and that one says so; if it dies on the whole text, the answer is empty
  // but for a diagnostic. An error means a bad request, a limit or a cancellation.
  Result<Inspection> inspect(const InspectRequest& request,
                             const std::atomic<bool>* cancelled = nullptr);

 private:
  Frontend(const FrontendLimits& limits, std::unique_ptr<Workers> workers)
      : limits_(limits), workers_(std::move(workers)) {}

  FrontendLimits limits_;
  std::unique_ptr<Workers> workers_;
};

}  // namespace kcast::frontend
