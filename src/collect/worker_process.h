// A worker as a child process: lines to its standard input, lines from its standard output.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::collect {

class WorkerProcess {
 public:
  // In a process group of its own, so that Ctrl-C reaches the parent alone. What it writes to
  // standard error is kept, as far as its end.
  static Result<WorkerProcess> start(const std::vector<std::string>& command);
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) = delete;
  ~WorkerProcess();  // kills it

  // Blocks while the worker does not read; false once it is gone. May be called on another thread
  // than the rest.
  bool write_line(const std::string& line) const;
  // No more input. On the thread of write_line.
  void close_input();

  enum class Read { Line, Nothing, End };
  // The next line, if one comes within the time.
  Read read_line(std::string& line, std::chrono::milliseconds patience);

  void kill() const;
  // After the end of its output: "exit status 5", "killed by signal 11".
  std::string wait();
  // The last lines of its standard error.
  std::string complaints() const;

 private:
  WorkerProcess() = default;

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  int errors_ = -1;  // an unlinked file
  std::string buffer_;
  std::string end_;
};

}  // namespace kcast::collect
