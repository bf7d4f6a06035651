#include "base/process/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/process/child.h"

namespace kcast {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipes {
  Pipe in, out, err;
};

// Reads what is there; false at the end of the stream.
bool drain(int fd, std::string& into) {
  std::array<char, 1 << 16> buffer;
  const ssize_t n = ::read(fd, buffer.data(), buffer.size());
  if (n > 0) into.append(buffer.data(), static_cast<size_t>(n));
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

// Feeds the input and collects both outputs until they close or a limit is hit.
SubprocessEnd talk(const SubprocessOptions& options, Pipes& pipes, SubprocessResult& result) {
  const auto deadline = Clock::now() + options.timeout;
  size_t sent = 0;
  ::fcntl(pipes.in.writing(), F_SETFL, O_NONBLOCK);
  while (pipes.out.reading() >= 0 || pipes.err.reading() >= 0) {
    if (sent == options.input.size()) pipes.in.close_writing();
    std::array<pollfd, 3> polls = {pollfd{pipes.out.reading(), POLLIN, 0},
                                   pollfd{pipes.err.reading(), POLLIN, 0},
                                   pollfd{pipes.in.writing(), POLLOUT, 0}};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return SubprocessEnd::TimedOut;
    if (::poll(polls.data(), polls.size(), static_cast<int>(left)) < 0 && errno != EINTR) break;
    if (polls[0].revents != 0 && !drain(pipes.out.reading(), result.output))
      pipes.out.close_reading();
    if (polls[1].revents != 0 && !drain(pipes.err.reading(), result.error_output)) {
      pipes.err.close_reading();
    }
    if ((polls[2].revents & (POLLERR | POLLHUP)) != 0) {
      sent = options.input.size();
    } else if ((polls[2].revents & POLLOUT) != 0) {
      const ssize_t n =
          ::write(pipes.in.writing(), options.input.data() + sent, options.input.size() - sent);
      if (n > 0) sent += static_cast<size_t>(n);
    }
    if (result.output.size() > options.max_output_bytes ||
        result.error_output.size() > options.max_output_bytes) {
      return SubprocessEnd::TooMuchOutput;
    }
  }
  return SubprocessEnd::Exited;
}

// Waits for the child itself; it may close its outputs and run on.
bool wait_until(pid_t child, int& status, Clock::time_point deadline) {
  for (;;) {
    const pid_t done = ::waitpid(child, &status, WNOHANG);
    if (done == child) return true;
    if (done < 0 && errno != EINTR) return false;
    if (Clock::now() >= deadline) return false;
    ::usleep(1000);
  }
}

// Blocks SIGPIPE in this thread: a child that does not read its input is no error.
class BlockSigpipe {
 public:
  BlockSigpipe() {
    sigset_t pipe_signal;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_signal, &before_);
  }
  ~BlockSigpipe() {
    sigset_t pipe_signal;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    const timespec now{0, 0};
    if (sigismember(&before_, SIGPIPE) == 0) ::sigtimedwait(&pipe_signal, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  BlockSigpipe(const BlockSigpipe&) = delete;
  BlockSigpipe& operator=(const BlockSigpipe&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

Result<SubprocessResult> run_subprocess(const SubprocessOptions& options) {
  if (options.command.empty()) return Error{ErrorCode::Internal, "no command to run"};
  Pipes pipes;
  if (!pipes.in.open() || !pipes.out.open() || !pipes.err.open()) {
    return Error{ErrorCode::Io, "start " + options.command[0] + ": " + std::strerror(errno)};
  }
  const auto deadline = Clock::now() + options.timeout;
  ChildStart start{.command = options.command, .environment = options.environment};
  start.input = pipes.in.reading();
  start.output = pipes.out.writing();
  start.errors = pipes.err.writing();
  start.working_dir = options.working_dir;
  start.memory_bytes = options.memory_bytes;
  start.leaves_core = false;
  start.own_group = true;
  KCAST_TRY(const pid_t child, start_child(start));
  pipes.in.close_reading();
  pipes.out.close_writing();
  pipes.err.close_writing();
  SubprocessResult result;
  const BlockSigpipe blocked;
  result.end = talk(options, pipes, result);
  int status = 0;
  if (result.end != SubprocessEnd::Exited || !wait_until(child, status, deadline)) {
    if (result.end == SubprocessEnd::Exited) result.end = SubprocessEnd::TimedOut;
    ::kill(-child, SIGKILL);
    ::waitpid(child, &status, 0);
    return result;
  }
  result.end = WIFSIGNALED(status) ? SubprocessEnd::Signalled : SubprocessEnd::Exited;
  result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

std::string describe_end(const SubprocessResult& result, const SubprocessOptions& options) {
  switch (result.end) {
    case SubprocessEnd::Exited:
      return "exit status " + std::to_string(result.code);
    case SubprocessEnd::Signalled:
      return "killed by signal " + std::to_string(result.code);
    case SubprocessEnd::TimedOut:
      return "ran past " + std::to_string(options.timeout.count()) + " ms";
    case SubprocessEnd::TooMuchOutput:
      return "wrote more than " + std::to_string(options.max_output_bytes) + " bytes";
  }
  return "";
}

}  // namespace kcast
