// The kcast-lab executable: kernels made, measured, learnt from and scored. kcast starts it.
#include "cli/commands.h"
#include "cli/run.h"
#include "cli/serve_model.h"

namespace kcast::cli {
namespace {

constexpr Runner kRunners[] = {
    {"corpus", cmd_corpus},       {"collect", cmd_collect}, {"dataset", cmd_dataset},
    {"encode", cmd_encode},       {"eval", cmd_eval},       {"tokenizer", cmd_tokenizer},
    {"ask-model", cmd_ask_model}, {"train", cmd_train},     {"ask", cmd_ask},
    {"serve", cmd_serve_model},
};

}  // namespace

std::span<const Runner> runners() {
  return kRunners;
}

}  // namespace kcast::cli

int main(int argc, char** argv) {
  return kcast::cli::run_main(argc, argv);
}
