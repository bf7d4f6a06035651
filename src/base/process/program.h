// What every program of kcast does around its work.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"

namespace kcast {

// Runs `work` so that what it prints reaches the reader or the program fails:
//   - stdout and stderr are escaped for a terminal (base/terminal.h)
//   - a closed pipe and a file of the largest size allowed are errors, not signals
//   - an exception is a line on stderr
//   - where stdout could not be written, a line says so and the status is 1
// `name` stands before these lines. Returns the exit status.
int run_program(std::string_view name, const std::function<int()>& work);

// A line on stderr, after what stdout has; the exit status for the error.
int report_error(std::string_view name, const Error& error);

}  // namespace kcast
