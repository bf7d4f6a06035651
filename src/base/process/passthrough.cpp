#include "base/process/passthrough.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

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

std::vector<char*> argument_pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words)
    out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

// The caller's variables, but for those that are given.
std::vector<char*> variable_pointers(const std::vector<std::string>& ours) {
  std::vector<char*> out = argument_pointers(ours);
  out.pop_back();
  for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    bool given = false;
    for (const std::string& own : ours)
      given = given || own.starts_with(name);
    if (!given) out.push_back(*variable);
  }
  out.push_back(nullptr);
  return out;
}

// The child's signals as this process had them.
int spawn_child(const Passthrough& run, pid_t& child) {
  const std::vector<char*> arguments = argument_pointers(run.command);
  const std::vector<char*> variables = variable_pointers(run.environment);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGQUIT);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int error = ::posix_spawnp(&child, arguments[0], nullptr, &attributes, arguments.data(),
                                   variables.data());
  ::posix_spawnattr_destroy(&attributes);
  return error;
}

}  // namespace

Result<int> run_passthrough(const Passthrough& run) {
  if (run.command.empty()) return Error{ErrorCode::Internal, "no command to run"};
  const IgnoreKeyboard ignore;
  pid_t child = -1;
  if (const int error = spawn_child(run, child); error != 0) {
    return Error{error == ENOENT ? ErrorCode::NotFound : ErrorCode::External,
                 "start " + run.command[0] + ": " + std::strerror(error)};
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return Error{ErrorCode::Io, std::string("wait: ") + std::strerror(errno)};
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace kcast
