// A worker's only way out: the socket to the process that asked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/worker/frames.h"
#include "base/worker/readable_files.h"
#include "base/worker/sandbox.h"
#include "base/worker/worker_end.h"

namespace kcast {

class WorkerLink {
 public:
  WorkerLink(int socket, const Sandbox& sandbox);

  const Sandbox& sandbox() const { return sandbox_; }

  // A file of the folders that the caller lets this request read. The caller looks it up.
  DiskEntry find_file(std::string_view path) const;

  // Has the caller give a request to another worker. That one cannot do the same.
  WorkerOutcome ask(std::string_view request) const;

  // The same of a request whose answer depends on nothing but its bytes. The caller keeps answers
  // (WorkerQuestion::kept), so that what was asked before costs no worker.
  WorkerOutcome ask_once(std::string_view request) const;
  // The same of several, kMostAtOnce at most, which are answered side by side; as many outcomes, in
  // their order.
  std::vector<WorkerOutcome> ask_each_once(const std::vector<std::string>& requests) const;

  // Has the caller itself answer (WorkerQuestion::answer_call).
  WorkerOutcome call(std::string_view request) const;

  // Says what is being worked on, so that the caller knows what a worker died of.
  void say_progress(std::string_view what) const;

 private:
  WorkerOutcome ask_as(FrameKind kind, std::string_view request) const;

  int socket_;
  Sandbox sandbox_;
};

// Ends this worker because a limit was passed; the caller learns why. Returns where the process is
// no worker: there, nothing is limited.
void stop_worker(std::string_view why);

// The answer to a request without a byte, and back.
std::string sandbox_bytes(const Sandbox& sandbox);
Sandbox sandbox_from(std::string_view bytes);

}  // namespace kcast
