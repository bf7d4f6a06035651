#include "collect/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/text.h"

namespace kcast::collect {

namespace {

Error system_error(const std::string& doing) {
  return Error{ErrorCode::External, doing + ": " + std::strerror(errno)};
}

// The child between fork and exec: only calls that are safe there.
[[noreturn]] void become(const std::vector<char*>& words, int input, int output, int errors,
                         pid_t parent) {
  ::setpgid(0, 0);
  // Whoever is killed takes the worker along: it would keep the device busy while the next run
  // measures.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::execvp(words[0], words.data());
  const char* text = std::strerror(errno);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, std::strlen(text));
  ::_exit(127);
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const std::vector<std::string>& command) {
  // A worker that dies while it is written to is an answer, no reason to die.
  static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
  (void)ignored;
  int to_child[2] = {-1, -1};
  int from_child[2] = {-1, -1};
  std::FILE* errors = std::tmpfile();
  if (errors == nullptr) return system_error("a temporary file");
  WorkerProcess worker;
  worker.errors_ = ::fcntl(::fileno(errors), F_DUPFD_CLOEXEC, 0);
  std::fclose(errors);
  if (::pipe2(to_child, O_CLOEXEC) != 0) return system_error("pipe");
  worker.input_ = to_child[1];
  if (::pipe2(from_child, O_CLOEXEC) != 0) {
    ::close(to_child[0]);
    return system_error("pipe");
  }
  worker.output_ = from_child[0];
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t parent = ::getpid();
  worker.pid_ = ::fork();
  if (worker.pid_ == 0) become(words, to_child[0], from_child[1], worker.errors_, parent);
  ::close(to_child[0]);
  ::close(from_child[1]);
  if (worker.pid_ < 0) return system_error("fork");
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
  end_ = WIFSIGNALED(status) ? "killed by signal " + std::to_string(WTERMSIG(status))
                             : "exit status " + std::to_string(WEXITSTATUS(status));
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
