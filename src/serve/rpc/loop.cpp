#include "serve/rpc/loop.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

namespace kcast::rpc {

Result<std::unique_ptr<Loop>> Loop::open(int input, Framing framing) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    return Error{ErrorCode::Io, std::string("start the server: ") + std::strerror(errno)};
  }
  return std::unique_ptr<Loop>(new Loop(input, ends[0], ends[1], framing));
}

Loop::~Loop() {
  ::close(wake_read_);
  ::close(wake_write_);
}

void Loop::post(Task task) {
  const std::lock_guard lock(mutex_);
  posted_.push_back(std::move(task));
  const char byte = 0;
  // A full pipe wakes the loop as well.
  [[maybe_unused]] const ssize_t written = ::write(wake_write_, &byte, 1);
}

Loop::TimerId Loop::at(Clock::time_point when, Task task) {
  const TimerId id = next_timer_++;
  timers_.emplace(std::pair(when, id), std::move(task));
  timer_times_.emplace(id, when);
  return id;
}

void Loop::cancel(TimerId timer) {
  const auto found = timer_times_.find(timer);
  if (found == timer_times_.end()) return;
  timers_.erase({found->second, timer});
  timer_times_.erase(found);
}

int Loop::milliseconds_to_timer() const {
  if (timers_.empty()) return -1;
  const auto left = timers_.begin()->first.first - Clock::now();
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  return static_cast<int>(std::clamp<int64_t>(ms, 0, 60'000));
}

void Loop::run_timers() {
  const Clock::time_point now = Clock::now();
  while (!stopped_ && !timers_.empty() && timers_.begin()->first.first <= now) {
    const auto first = timers_.begin();
    const Task task = std::move(first->second);
    timer_times_.erase(first->first.second);
    timers_.erase(first);
    task();
  }
}

void Loop::run_posted() {
  std::array<char, 256> bytes;
  while (::read(wake_read_, bytes.data(), bytes.size()) > 0) {
  }
  std::vector<Task> tasks;
  {
    const std::lock_guard lock(mutex_);
    tasks.swap(posted_);
  }
  for (const Task& task : tasks) {
    if (!stopped_) task();
  }
}

bool Loop::read_input() {
  std::array<char, 1 << 16> bytes;
  const ssize_t n = ::read(input_, bytes.data(), bytes.size());
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  reader_.append({bytes.data(), static_cast<size_t>(n)});
  return n > 0;
}

void Loop::run(const OnMessage& on_message) {
  bool open = true;
  while (!stopped_ && open) {
    std::array<pollfd, 2> waiting = {{{input_, POLLIN, 0}, {wake_read_, POLLIN, 0}}};
    const int ready = ::poll(waiting.data(), waiting.size(), milliseconds_to_timer());
    if (ready < 0 && errno != EINTR) return;
    if (ready > 0 && waiting[0].revents != 0) open = read_input();
    while (!stopped_) {
      Result<std::optional<std::string>> message = reader_.next();
      if (!message) {
        on_message(std::move(message).error());
      } else if (*message) {
        on_message(**std::move(message));
      } else {
        break;
      }
    }
    if (ready > 0 && waiting[1].revents != 0) run_posted();
    run_timers();
  }
}

}  // namespace kcast::rpc
