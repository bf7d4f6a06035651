#include "base/process/child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

namespace kcast {
namespace {

// The caller's variables, but for those that are given.
std::vector<char*> exec_environment(const std::vector<std::string>& ours) {
  std::vector<char*> out = exec_words(ours);
  out.pop_back();
  for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    const bool is_given = std::any_of(ours.begin(), ours.end(), [name](const std::string& given) {
      return given.starts_with(name);
    });
    if (!is_given) out.push_back(*variable);
  }
  out.push_back(nullptr);
  return out;
}

bool take_standard_file(int file, int standard) {
  return file < 0 || ::dup2(file, standard) >= 0;
}

// The child between fork and exec: only calls that are safe there. Returns where something failed.
void become(const ChildStart& start, char* const* words, char* const* environment, pid_t caller) {
  if (start.own_group) ::setpgid(0, 0);
  for (const int number : {SIGPIPE, SIGXFSZ})  // run_program ignores them
    ::signal(number, SIG_DFL);
  for (const int number : start.signals)
    ::signal(number, SIG_DFL);
  if (start.dies_with_caller) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != caller) ::_exit(127);  // it is gone already
  }
  if (!take_standard_file(start.input, STDIN_FILENO) ||
      !take_standard_file(start.output, STDOUT_FILENO) ||
      !take_standard_file(start.errors, STDERR_FILENO)) {
    return;
  }
  if (start.memory_bytes > 0) {
    const rlimit limit{start.memory_bytes, start.memory_bytes};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  if (!start.leaves_core) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
  }
  if (!start.working_dir.empty() && ::chdir(start.working_dir.c_str()) != 0) return;
  ::execvpe(words[0], words, environment);
}

}  // namespace

Pipe::~Pipe() {
  close_end(0);
  close_end(1);
}

bool Pipe::open() {
  return ::pipe2(ends_.data(), O_CLOEXEC) == 0;
}

int Pipe::take_reading() {
  return std::exchange(ends_[0], -1);
}

int Pipe::take_writing() {
  return std::exchange(ends_[1], -1);
}

void Pipe::close_end(size_t end) {
  if (ends_[end] >= 0) ::close(std::exchange(ends_[end], -1));
}

Result<pid_t> start_child(const ChildStart& start) {
  if (start.command.empty()) return Error{ErrorCode::Internal, "no command to run"};
  const auto failed = [&](int error, ErrorCode code) {
    return Error{code, "start " + start.command[0] + ": " + std::strerror(error)};
  };
  const std::vector<char*> words = exec_words(start.command);
  const std::vector<char*> environment = exec_environment(start.environment);
  Pipe trouble;  // carries errno back when exec fails
  if (!trouble.open()) return failed(errno, ErrorCode::Io);
  const pid_t caller = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return failed(errno, ErrorCode::Io);
  if (child == 0) {
    become(start, words.data(), environment.data(), caller);
    const int error = errno;
    static_cast<void>(!::write(trouble.writing(), &error, sizeof error));
    ::_exit(127);
  }
  trouble.close_writing();
  int error = 0;
  ssize_t got = 0;
  do {
    got = ::read(trouble.reading(), &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  if (got != sizeof error) return child;
  ::waitpid(child, nullptr, 0);
  return failed(error, error == ENOENT ? ErrorCode::NotFound : ErrorCode::External);
}

std::string end_text(int status) {
  if (WIFSIGNALED(status)) return "killed by signal " + std::to_string(WTERMSIG(status));
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

std::vector<char*> exec_words(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words)
    out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace kcast
