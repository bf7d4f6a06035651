#include "base/process/program.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string>

#include "base/io/terminal.h"

namespace kcast {
namespace {

std::string why_not_written(int error) {
  if (error == EPIPE) return "its reader has closed the pipe";
  return error == 0 ? "the stream is broken" : std::strerror(error);
}

int run_caught(std::string_view name, const std::function<int()>& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return report_error(name, {ErrorCode::Io, "there is not enough memory"});
  } catch (const std::exception& error) {
    // Only our own bugs end here.
    return report_error(name, {ErrorCode::Internal, error.what()});
  }
}

}  // namespace

int report_error(std::string_view name, const Error& error) {
  std::cout << std::flush;
  std::cerr << name << ": " << terminal_line(error.message) << "\n";
  return error.code == ErrorCode::InvalidInput ? 2 : 1;
}

int run_program(std::string_view name, const std::function<int()>& work) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const EscapedOutput errors(std::cerr, false);
  EscapedOutput output(std::cout, ::isatty(STDOUT_FILENO) == 1);
  const int status = run_caught(name, work);
  output.pass_all(false);  // what is pending
  std::cout << std::flush;
  if (std::cout.good() && output.failure() == 0) return status;
  std::cerr << name << ": cannot write the output: " << why_not_written(output.failure()) << "\n";
  return status == 0 ? 1 : status;
}

}  // namespace kcast
