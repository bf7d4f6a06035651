// The fork server: the process that always holds workers ready, and what the caller says to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/worker/worker_link.h"

namespace kcast {

enum class ForkServerOp : uint32_t {
  Work,  // the caller wants a worker under this id; the reply carries its socket
  Kill,  // end that worker
};

struct ForkServerMessage {
  ForkServerOp op = ForkServerOp::Work;
  uint32_t zero = 0;
  uint64_t id = 0;
};

// Sends a message, with a file descriptor if `fd` is not negative. False when the other side is
// gone.
bool send_message(int socket, const ForkServerMessage& message, int fd);

struct ReceivedMessage {
  ForkServerMessage message;
  int fd = -1;  // the receiver's from now on
};
// False when the other side is gone.
bool receive_message(int socket, ReceivedMessage& received);

struct WorkerResources {
  size_t memory_bytes = 0;  // address space
  unsigned cpu_seconds = 0;
};

// Answers one request; runs in a worker.
using WorkerHandler = std::function<std::string(std::string_view request, WorkerLink& link)>;

// The fork server's life: serves messages from `control` until the caller closes it.
[[noreturn]] void serve_forks(int control, const WorkerResources& resources,
                              const WorkerHandler& handler);

}  // namespace kcast
