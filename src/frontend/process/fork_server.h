// The fork server: the process that forks a worker for each request, and what the caller says to
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kcast::frontend {

enum class ForkServerOp : uint32_t {
  Work,  // give the attached socket to a worker under this id
  Kill,  // end that worker
};

struct ForkServerMessage {
  ForkServerOp op = ForkServerOp::Work;
  uint64_t id = 0;
};

struct WorkerLimits {
  size_t memory_bytes = 0;
  unsigned cpu_seconds = 0;
};

// Answers one request; runs in a worker.
using Handler = std::function<std::string(std::string_view request)>;

// The fork server's life: serves messages from `control` until the caller closes it.
[[noreturn]] void serve_forks(int control, const WorkerLimits& limits, const Handler& handler);

// Sends a message, with a file descriptor if `fd` is not negative. False when the
// other side is gone.
bool send_message(int socket, const ForkServerMessage& message, int fd);

// Length-prefixed blocks over a stream socket. False when it closes half-way.
bool send_block(int socket, std::string_view block);

}  // namespace kcast::frontend
