#include "base/process/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace kcast {

namespace {

using Clock = std::chrono::steady_clock;

// A pipe whose ends close themselves.
struct Pipe {
  std::array<int, 2> fd = {-1, -1};
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  bool open() { return ::pipe2(fd.data(), O_CLOEXEC) == 0; }
  void close_end(size_t end) {
    if (fd[end] >= 0) ::close(fd[end]);
    fd[end] = -1;
  }
};

struct Pipes {
  Pipe in, out, err;
  Pipe start;  // carries errno back when exec fails
};

// The pointers that exec takes; they point into the words.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words)
    out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

// The caller's variables, but for those that the options give.
std::vector<char*> environment_of(const SubprocessOptions& options) {
  std::vector<char*> out = pointers_to(options.environment);
  out.pop_back();
  for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    const bool is_given =
        std::any_of(options.environment.begin(), options.environment.end(),
                    [name](const std::string& given) { return given.starts_with(name); });
    if (!is_given) out.push_back(*variable);
  }
  out.push_back(nullptr);
  return out;
}

[[noreturn]] void run_child(const SubprocessOptions& options, char* const* argv,
                            char* const* environment, Pipes& pipes) {
  ::setpgid(0, 0);
  const auto fail = [&pipes] {
    const int error = errno;
    static_cast<void>(!::write(pipes.start.fd[1], &error, sizeof error));
    ::_exit(127);
  };
  if (::dup2(pipes.in.fd[0], 0) < 0 || ::dup2(pipes.out.fd[1], 1) < 0 ||
      ::dup2(pipes.err.fd[1], 2) < 0) {
    fail();
  }
  if (options.memory_bytes > 0) {
    const rlimit limit{options.memory_bytes, options.memory_bytes};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (!options.working_dir.empty() && ::chdir(options.working_dir.c_str()) != 0) fail();
  ::execvpe(argv[0], argv, environment);
  fail();
  ::_exit(127);
}

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
  ::fcntl(pipes.in.fd[1], F_SETFL, O_NONBLOCK);
  while (pipes.out.fd[0] >= 0 || pipes.err.fd[0] >= 0) {
    if (sent == options.input.size()) pipes.in.close_end(1);
    std::array<pollfd, 3> polls = {pollfd{pipes.out.fd[0], POLLIN, 0},
                                   pollfd{pipes.err.fd[0], POLLIN, 0},
                                   pollfd{pipes.in.fd[1], POLLOUT, 0}};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return SubprocessEnd::TimedOut;
    if (::poll(polls.data(), polls.size(), static_cast<int>(left)) < 0 && errno != EINTR) break;
    if (polls[0].revents != 0 && !drain(pipes.out.fd[0], result.output)) pipes.out.close_end(0);
    if (polls[1].revents != 0 && !drain(pipes.err.fd[0], result.error_output)) {
      pipes.err.close_end(0);
    }
    if ((polls[2].revents & (POLLERR | POLLHUP)) != 0) {
      sent = options.input.size();
    } else if ((polls[2].revents & POLLOUT) != 0) {
      const ssize_t n =
          ::write(pipes.in.fd[1], options.input.data() + sent, options.input.size() - sent);
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
  const std::vector<char*> argv = pointers_to(options.command);
  const std::vector<char*> environment = environment_of(options);
  Pipes pipes;
  if (!pipes.in.open() || !pipes.out.open() || !pipes.err.open() || !pipes.start.open()) {
    return Error{ErrorCode::Io, "start " + options.command[0] + ": " + std::strerror(errno)};
  }
  const auto deadline = Clock::now() + options.timeout;
  const pid_t child = ::fork();
  if (child < 0) {
    return Error{ErrorCode::Io, "start " + options.command[0] + ": " + std::strerror(errno)};
  }
  if (child == 0) run_child(options, argv.data(), environment.data(), pipes);
  pipes.in.close_end(0);
  pipes.out.close_end(1);
  pipes.err.close_end(1);
  pipes.start.close_end(1);
  int start_error = 0;
  if (::read(pipes.start.fd[0], &start_error, sizeof start_error) == sizeof start_error) {
    ::waitpid(child, nullptr, 0);
    return Error{start_error == ENOENT ? ErrorCode::NotFound : ErrorCode::External,
                 "start " + options.command[0] + ": " + std::strerror(start_error)};
  }
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
