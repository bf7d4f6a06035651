// The commands of kcast-llm, each with its own options.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls it so
class App;
}

namespace kcast::llm {

// Adds a command to the program; what runs when it was chosen is appended to `actions`.
struct Action {
  const CLI::App* command = nullptr;
  std::function<Status()> run;
};
void add_models_commands(CLI::App& app, std::vector<Action>& actions);
void add_logits_command(CLI::App& app, std::vector<Action>& actions);
void add_serve_commands(CLI::App& app, std::vector<Action>& actions);

}  // namespace kcast::llm
