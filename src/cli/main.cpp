// The kcast executable: predictions, and whom they are served to.
#include "cli/commands.h"
#include "cli/run.h"

namespace kcast::cli {
namespace {

constexpr Runner kRunners[] = {
    {"predict", cmd_predict}, {"diff", cmd_diff},       {"rank", cmd_rank},
    {"serve", cmd_serve},     {"lsp", cmd_lsp},         {"mcp", cmd_mcp},
    {"inspect", cmd_inspect}, {"gpus", cmd_gpus},       {"models", cmd_models},
    {"help", cmd_help},       {"version", cmd_version}, {"completion", cmd_completion},
};

}  // namespace

std::span<const Runner> runners() {
  return kRunners;
}

}  // namespace kcast::cli

int main(int argc, char** argv) {
  return kcast::cli::run_main(argc, argv);
}
