#include "collect/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/process/child.h"
#include "base/text.h"

namespace kcast::collect {

namespace {

Error system_error(const std::string& doing) {
  return Error{ErrorCode::External, doing + ": " + std::strerror(errno)};
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const std::vector<std::string>& command) {
  // A worker that dies while it is written to is an answer, no reason to die.
  static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
  (void)ignored;
  std::FILE* errors = std::tmpfile();
  if (errors == nullptr) return system_error("a temporary file");
  WorkerProcess worker;
  worker.errors_ = ::fcntl(::fileno(errors), F_DUPFD_CLOEXEC, 0);
  std::fclose(errors);
  Pipe to_child;
  Pipe from_child;
  if (!to_child.open() || !from_child.open()) return system_error("pipe");
  // Whoever is killed takes the worker along: it would keep the device busy while the next run
  // measures.
  KCAST_TRY(worker.pid_, start_child({.command = command,
                                      .input = to_child.reading(),
                                      .output = from_child.writing(),
                                      .errors = worker.errors_,
                                      .own_group = true,
                                      .dies_with_caller = true}));
  worker.input_ = to_child.take_writing();
  worker.output_ = from_child.take_reading();
  return worker;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)),
      buffer_(std::move(other.buffer_)),
      end_(std::move(other.end_)) {}

WorkerProcess::~WorkerProcess() {
  close_input();
  if (pid_ > 0) {
    kill();
    ::waitpid(pid_, nullptr, 0);
  }
  if (output_ >= 0) ::close(output_);
  if (errors_ >= 0) ::close(errors_);
}

bool WorkerProcess::write_line(const std::string& line) const {
  const std::string text = line + "\n";
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(input_, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    done += static_cast<size_t>(written);
  }
  return true;
}

void WorkerProcess::close_input() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
}

WorkerProcess::Read WorkerProcess::read_line(std::string& line,
                                             std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (const size_t end = buffer_.find('\n'); end != std::string::npos) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return Read::Line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd waiting{.fd = output_, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<int64_t>(left.count(), 0)));
    if (ready == 0 || (ready < 0 && errno == EINTR)) return Read::Nothing;
    char piece[65536];
    const ssize_t got = ::read(output_, piece, sizeof(piece));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Read::End;
    buffer_.append(piece, static_cast<size_t>(got));
  }
}

void WorkerProcess::kill() const {
  // The group: the worker may have children of its own.
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
}

std::string WorkerProcess::wait() {
  if (pid_ <= 0) return end_;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  end_ = end_text(status);
  return end_;
}

std::string WorkerProcess::complaints() const {
  constexpr off_t kMost = 2000;
  const off_t size = ::lseek(errors_, 0, SEEK_END);
  const off_t first = std::max<off_t>(size - kMost, 0);
  std::string text(static_cast<size_t>(std::max<off_t>(size - first, 0)), '\0');
  const ssize_t got = ::pread(errors_, text.data(), text.size(), first);
  text.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  return std::string(trim(text));
}

}  // namespace kcast::collect
