// Starts another program as a child of this process: fork, its standard files, its limits, exec.
// What is then said to it, and how its end is waited for, is the caller's.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast {

// A pipe whose ends close themselves, in this process and when a program is started.
class Pipe {
 public:
  Pipe() = default;
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool open();  // errno says why not
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_reading() { close_end(0); }
  void close_writing() { close_end(1); }
  // The end is the caller's to close from now on.
  int take_reading();
  int take_writing();

 private:
  void close_end(size_t end);

  std::array<int, 2> ends_ = {-1, -1};
};

struct ChildStart {
  std::vector<std::string> command;      // program (looked up in PATH) and its arguments
  std::vector<std::string> environment;  // NAME=value, beside the caller's variables
  // Files that become its standard input, output and error; -1: the caller's.
  int input = -1;
  int output = -1;
  int errors = -1;
  std::string working_dir;  // empty: the caller's
  size_t memory_bytes = 0;  // address space; 0: no limit
  bool leaves_core = true;  // false: no core file when it crashes
  bool own_group = false;   // Ctrl-C reaches the caller alone, and all of it can be killed
  bool dies_with_caller = false;
  std::vector<int> signals;  // those that the caller ignores and it does not
};

// An error when it could not be started: NotFound where there is no such program.
Result<pid_t> start_child(const ChildStart& start);

// "exit status 3", "killed by signal 11", of what waitpid said.
std::string end_text(int status);

// The pointers that exec takes, with a null at the end; they point into the words.
std::vector<char*> exec_words(const std::vector<std::string>& words);

}  // namespace kcast
