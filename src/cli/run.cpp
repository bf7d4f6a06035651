#include "cli/run.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <streambuf>

#include "base/text.h"
#include "cli/help.h"

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

// Passes on what is printed, and knows whether anything was.
class WatchedOutput : public std::streambuf {
 public:
  WatchedOutput() : next_(std::cout.rdbuf(this)) {}
  WatchedOutput(const WatchedOutput&) = delete;
  WatchedOutput& operator=(const WatchedOutput&) = delete;
  ~WatchedOutput() override { std::cout.rdbuf(next_); }
  bool used() const { return used_; }

 protected:
  int overflow(int c) override {
    used_ = true;
    return next_->sputc(static_cast<char>(c));
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    used_ |= size > 0;
    return next_->sputn(text, size);
  }
  int sync() override { return next_->pubsync(); }

 private:
  std::streambuf* next_;
  bool used_ = false;
};

// Who asked for JSON and got none yet gets the error as JSON.
int report(std::string_view command, const Error& error, bool as_json) {
  if (as_json) {
    const nlohmann::ordered_json json = {
        {"error", {{"code", code_name(error.code)}, {"message", error.message}}}};
    std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
  }
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
    const WatchedOutput output;
    const auto wants_json = [&] {
      return !output.used() && std::find(args.begin(), args.end(), "--json") != args.end();
    };
    try {
      const Args rest = args.subspan(1);
      const Status status =
          command.run != nullptr ? command.run(rest) : run_executable(command, rest);
      return status ? end_status() : report(command.name, status.error(), wants_json());
    } catch (const std::exception& error) {
      // Only our own bugs and an exhausted machine end here.
      return report(command.name, {ErrorCode::Internal, error.what()}, wants_json());
    }
  }
  return unknown_command(name);
}

}  // namespace kcast::cli
