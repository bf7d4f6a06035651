#include "cli/run.h"

#include <exception>
#include <iostream>

#include "base/text.h"
#include "cli/help.h"

namespace kcast::cli {

namespace {

int report(std::string_view command, const Error& error) {
  std::cout << std::flush;
  std::cerr << "kcast " << command << ": " << error.message << "\n";
  return error.code == ErrorCode::InvalidInput ? 2 : 1;
}

int g_end_status = 0;

int unknown_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands())
    names.emplace_back(command.name);
  std::cerr << "kcast: unknown command '" << name << "'";
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
    try {
      const Args rest = args.subspan(1);
      const Status status =
          command.run != nullptr ? command.run(rest) : run_executable(command, rest);
      return status ? end_status() : report(command.name, status.error());
    } catch (const std::exception& error) {
      // Only our own bugs and an exhausted machine end here.
      return report(command.name, {ErrorCode::Internal, error.what()});
    }
  }
  return unknown_command(name);
}

}  // namespace kcast::cli
