// Keeps a worker process busy and alive: what a launch does to it costs that launch alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/job.h"

namespace kcast::collect {

struct SuperviseOptions {
  std::vector<std::string> command;  // the worker's
  // A worker that has work and says nothing for so long hangs.
  std::chrono::seconds silence{300};
};

struct SuperviseEnd {
  int64_t restarts = 0;
  std::vector<std::string> complaints;  // of the workers that died: how, and their last words
  bool interrupted = false;
};

// Sends the jobs that `next` gives, until it gives none, and calls `message` with every reading
// and failure, and with what else the worker says; each launch is answered once. `next` is called
// on a thread of its own, not before the worker has introduced itself; `message` on the caller's.
// Stops early, without waiting for what is under way, when `stopped` says so. An error: the worker
// cannot be started, or dies before it has done anything.
Result<SuperviseEnd> supervise(const SuperviseOptions& options,
                               const std::function<std::optional<CollectJob>()>& next,
                               const std::function<void(const WorkerMessage&)>& message,
                               const std::function<bool()>& stopped);

}  // namespace kcast::collect
