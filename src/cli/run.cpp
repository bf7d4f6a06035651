#include "cli/run.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/io/terminal.h"
#include "base/process/program.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "frontend/toolkit/toolkit.h"
#include "frontend/toolkit/toolkit_programs.h"

namespace kcast::cli {

namespace {

const char* code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidInput:
      return "invalid_input";
    case ErrorCode::NotFound:
      return "not_found";
    case ErrorCode::Unsupported:
      return "unsupported";
    case ErrorCode::Io:
      return "io";
    case ErrorCode::External:
      return "external";
    case ErrorCode::Internal:
      return "internal";
  }
  return "internal";
}

// Who asked for JSON and got none yet gets the error as JSON.
int report(std::string_view command, const Error& error, bool as_json) {
  if (as_json) {
    const nlohmann::ordered_json json = {
        {"error", {{"code", code_name(error.code)}, {"message", error.message}}}};
    std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
  }
  return report_error("kcast " + std::string(command), error);
}

int g_end_status = 0;

int unknown_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands())
    names.emplace_back(command.name);
  std::cerr << "kcast: unknown command '" << terminal_line(name) << "'";
  if (const auto guess = nearest(name, names)) std::cerr << "; did you mean '" << *guess << "'?";
  std::cerr << "\nrun 'kcast help' for the list\n";
  return 2;
}

}  // namespace

void end_with_status(int status) {
  g_end_status = status;
}

int end_status() {
  return g_end_status;
}

int run(Args args) {
  if (args.empty()) {
    std::cerr << usage();
    return 2;
  }
  std::string name = args[0];
  if (name == "--help" || name == "-h") name = "help";
  if (name == "--version") name = "version";
  for (const Command& command : commands()) {
    if (command.name != name) continue;
    const auto wants_json = [&] {
      const EscapedOutput* output = escaped_output(std::cout);
      return (output == nullptr || !output->used()) &&
             std::find(args.begin(), args.end(), "--json") != args.end();
    };
    try {
      const Status status = run_command(command, args.subspan(1));
      return status ? end_status() : report(command.name, status.error(), wants_json());
    } catch (const std::exception& error) {
      // Only our own bugs and an exhausted machine end here.
      return report(command.name, {ErrorCode::Internal, error.what()}, wants_json());
    }
  }
  return unknown_command(name);
}

int run_main(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (const auto status = frontend::run_as_nvrtc_worker(words)) return *status;
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> args(words.begin(), words.end());
  return run_program("kcast", [&args] { return run(args); });
}

}  // namespace kcast::cli
