// What every command is: a name, a summary, an example, and a function.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls it so
class App;
}

namespace kcast::cli {

// What a command needs to parse its arguments: they follow the command's name.
using Args = std::span<const std::string>;

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view example;     // a line that can be pasted
  std::string_view executable;  // the one beside kcast that does it; empty: kcast itself
};

// All that `kcast` knows, whichever program does it.
std::span<const Command> commands();

// What this program does itself: kcast what its users need every day, kcast-lab the rest, which
// takes as long to build. Each program's main.cpp has its list.
struct Runner {
  std::string_view name;  // of a command
  Status (*run)(Args) = nullptr;
};
std::span<const Runner> runners();

// Runs a command, here or by its executable.
Status run_command(const Command& command, Args args);

// Parses `args` with a command's options. True when the command should go on;
// false when the user asked for help, which was printed.
Result<bool> parse_options(CLI::App& app, Args args);

// The heading of a command's help: its summary and its example.
void describe_command(CLI::App& app, std::string_view name);

// Gives the subcommands their own examples, by name: {"show", "kcast corpus show RECIPE"}.
void add_examples(CLI::App& app,
                  std::initializer_list<std::pair<std::string_view, std::string_view>> examples);

// Runs an executable that is found beside this one; its first word is the command's name.
Status run_executable(std::string_view executable, const Command& command, Args args);
// The same by the command's name.
Status run_executable(std::string_view executable, std::string_view command, Args args);

// What kcast ends with where the command itself went well: the exit status of a program that it
// ran for the user.
void end_with_status(int status);
int end_status();

Status cmd_ask(Args args);
Status cmd_ask_model(Args args);
Status cmd_collect(Args args);
Status cmd_completion(Args args);
Status cmd_corpus(Args args);
Status cmd_dataset(Args args);
Status cmd_diff(Args args);
Status cmd_encode(Args args);
Status cmd_eval(Args args);
Status cmd_gpus(Args args);
Status cmd_help(Args args);
Status cmd_inspect(Args args);
Status cmd_lsp(Args args);
Status cmd_mcp(Args args);
Status cmd_models(Args args);
Status cmd_predict(Args args);
Status cmd_rank(Args args);
Status cmd_serve(Args args);
Status cmd_tokenizer(Args args);
Status cmd_train(Args args);
Status cmd_version(Args args);

}  // namespace kcast::cli
