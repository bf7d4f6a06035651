#include "base/process/passthrough.h"

#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/process/child.h"

namespace kcast {

namespace {

// While it lives, the keyboard's signals do not end this process.
class IgnoreKeyboard {
 public:
  IgnoreKeyboard()
      : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
  ~IgnoreKeyboard() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGQUIT, quit_);
  }
  IgnoreKeyboard(const IgnoreKeyboard&) = delete;
  IgnoreKeyboard& operator=(const IgnoreKeyboard&) = delete;

 private:
  void (*interrupt_)(int);
  void (*quit_)(int);
};

}  // namespace

Result<int> run_passthrough(const Passthrough& run) {
  if (run.command.empty()) return Error{ErrorCode::Internal, "no command to run"};
  const IgnoreKeyboard ignore;
  KCAST_TRY(const pid_t child, start_child({.command = run.command,
                                            .environment = run.environment,
                                            .signals = {SIGINT, SIGQUIT}}));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return Error{ErrorCode::Io, std::string("wait: ") + std::strerror(errno)};
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace kcast
