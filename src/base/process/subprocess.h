// Runs another program with limits on its time, memory and output.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast {

struct SubprocessOptions {
  std::vector<std::string> command;      // program (looked up in PATH) and its arguments
  std::string input;                     // given to its standard input
  std::string working_dir;               // empty: the caller's
  std::vector<std::string> environment;  // NAME=value, beside the caller's variables
  std::chrono::milliseconds timeout{60'000};
  size_t memory_bytes = 0;                     // address space; 0: no limit
  size_t max_output_bytes = size_t{64} << 20;  // of stdout and of stderr; more ends the program
};

enum class SubprocessEnd { Exited, Signalled, TimedOut, TooMuchOutput };

struct SubprocessResult {
  SubprocessEnd end = SubprocessEnd::Exited;
  int code = 0;  // exit status, or the signal's number
  std::string output;
  std::string error_output;

  bool ok() const { return end == SubprocessEnd::Exited && code == 0; }
};

// Runs to the end. An error only when the program could not be started; how it
// ended is part of the result. The whole process group is killed on a limit.
Result<SubprocessResult> run_subprocess(const SubprocessOptions& options);

// "exit status 3", "killed by signal 11", "ran past 5 s", for messages.
std::string describe_end(const SubprocessResult& result, const SubprocessOptions& options);

}  // namespace kcast
