#include "serve/rpc/outbox.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

namespace kcast::rpc {

// A client that lets more than this lie unread is taken for gone.
constexpr size_t kMaxWaitingBytes = size_t{256} << 20;

Outbox::Outbox(int output, Framing framing)
    : output_(output), framing_(framing), writer_([this] { write_messages(); }) {}

Outbox::~Outbox() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  writer_.join();
}

void Outbox::send(const std::string& message) {
  std::string bytes = framed(message, framing_);
  {
    const std::lock_guard lock(mutex_);
    if (broken_ || ending_) return;
    waiting_bytes_ += bytes.size();
    waiting_.push_back(std::move(bytes));
    if (waiting_bytes_ > kMaxWaitingBytes) broken_ = true;
  }
  changed_.notify_all();
}

bool Outbox::broken() {
  const std::lock_guard lock(mutex_);
  return broken_;
}

bool Outbox::write_all(const std::string& bytes) {
  size_t done = 0;
  auto end = std::chrono::steady_clock::time_point::max();
  while (done < bytes.size()) {
    pollfd waiting{output_, POLLOUT, 0};
    if (::poll(&waiting, 1, 100) == 0) {
      const std::lock_guard lock(mutex_);
      const auto now = std::chrono::steady_clock::now();
      if (ending_ && end == std::chrono::steady_clock::time_point::max()) {
        end = now + std::chrono::seconds(1);
      }
      if (broken_ || now > end) return false;
      continue;
    }
    // A pipe that can take something takes this much without waiting.
    constexpr size_t kPipeBytes = 4096;
    const size_t part = std::min(bytes.size() - done, kPipeBytes);
    const ssize_t n = ::write(output_, bytes.data() + done, part);
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
      return false;
    }
  }
  return true;
}

void Outbox::write_messages() {
  for (;;) {
    std::string bytes;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || broken_ || !waiting_.empty(); });
      if (broken_ || waiting_.empty()) return;
      bytes = std::move(waiting_.front());
      waiting_.pop_front();
      waiting_bytes_ -= bytes.size();
    }
    if (write_all(bytes)) continue;
    const std::lock_guard lock(mutex_);
    broken_ = true;
    waiting_.clear();
    return;
  }
}

}  // namespace kcast::rpc
