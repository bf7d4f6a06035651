// Runs another program as a shell would: it has this process's own input, outputs and terminal.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace kcast {

struct Passthrough {
  std::vector<std::string> command;      // program (looked up in PATH) and its arguments
  std::vector<std::string> environment;  // NAME=value, beside the caller's variables
};

// Waits for its end. What it ended with, as shells say it: its exit status, or 128 and the
// signal's number. Ctrl-C is the program's: this process waits on. An error only when it could not
// be started.
Result<int> run_passthrough(const Passthrough& run);

}  // namespace kcast
