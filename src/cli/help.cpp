#include "cli/help.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "base/text.h"
#include "base/version.h"
#include "base/worker/workers.h"
#include "cli/commands.h"

namespace kcast::cli {

std::string usage() {
  std::string out =
      "kcast predicts how CUDA, HIP and OpenCL kernels perform, from their source alone:\n"
      "no GPU, no run, no profiler.\n\n"
      "usage: kcast <command> [options]\n"
      "begin: kcast predict examples/saxpy.cu\n\ncommands:\n";
  size_t width = 0;
  for (const Command& command : commands())
    width = std::max(width, command.name.size());
  for (const Command& command : commands()) {
    out += "  " + pad_right(command.name, width + 2) + std::string(command.summary) + "\n";
  }
  return out + "\n'kcast <command> --help' shows its options and an example.\n";
}

std::string version_text() {
  return std::string(program_version()) + "\n" + std::string(build_description()) + "\n";
}

namespace {

std::string command_names() {
  std::vector<std::string> names;
  for (const Command& command : commands())
    names.emplace_back(command.name);
  return join(names, " ");
}

std::string bash_script() {
  return "_kcast() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]}\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         command_names() +
         "' -- \"$word\"))\n"
         "  elif [ \"${word:0:1}\" = - ]; then\n"
         "    COMPREPLY=($(compgen -W \"$(kcast \"${COMP_WORDS[1]}\" --help 2>/dev/null |\n"
         "      grep -oE -- '--?[a-zA-Z][a-z-]*' | sort -u)\" -- \"$word\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _kcast kcast ./kcast\n";
}

std::string zsh_script() {
  std::string out = "#compdef kcast\n_kcast() {\n  local -a list\n  list=(\n";
  for (const Command& command : commands()) {
    out += "    '" + std::string(command.name) + ":" + std::string(command.summary) + "'\n";
  }
  return out +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe command list\n  else\n    _files\n"
         "  fi\n}\ncompdef _kcast kcast\n";
}

std::string fish_script() {
  std::string out = "complete -c kcast -n __fish_use_subcommand -f\n";
  for (const Command& command : commands()) {
    out += "complete -c kcast -n __fish_use_subcommand -a " + std::string(command.name) + " -d '" +
           std::string(command.summary) + "'\n";
  }
  return out;
}

}  // namespace

Result<std::string> completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  return Error{ErrorCode::InvalidInput,
               "no completion for '" + std::string(shell) + "'; known: bash, zsh, fish"};
}

Status cmd_completion(Args args) {
  CLI::App app;
  describe_command(app, "completion");
  std::string shell;
  app.add_option("SHELL", shell, "bash, zsh or fish")->required();
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const std::string script, completion_script(shell));
  std::cout << script;
  return Unit{};
}

Status cmd_help(Args args) {
  if (args.empty()) {
    std::cout << usage();
    return Unit{};
  }
  for (const Command& command : commands()) {
    if (command.name != args[0] || command.name == "help") continue;
    const std::vector<std::string> help = {"--help"};
    return run_command(command, help);
  }
  if (args[0] == "help" || args[0] == "--help") {
    std::cout << usage();
    return Unit{};
  }
  return Error{ErrorCode::InvalidInput, "unknown command '" + args[0] + "'"};
}

Status cmd_version(Args args) {
  CLI::App app;
  describe_command(app, "version");
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  // What the kernel lets workers give up shows in one.
  KCAST_TRY(const std::unique_ptr<Workers> workers, Workers::start({}, [] {
              return [](std::string_view, WorkerLink&) { return std::string(); };
            }));
  std::cout << version_text() << "processes that read sources: " << describe(workers->sandbox())
            << "\n";
  return Unit{};
}

}  // namespace kcast::cli
