// kcast-llm: everything of kcast that needs llama.cpp.
#include <CLI/CLI.hpp>
#include <vector>

#include "base/process/program.h"
#include "infer/llm/commands.h"

namespace {

constexpr const char* kName = "kcast-llm";

// What scripts/fetch builds llama.cpp for on x86-64.
bool processor_is_enough() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
         __builtin_cpu_supports("bmi2") != 0;
#else
  return true;
#endif
}

int run(int argc, char** argv) {
  CLI::App app("language models on the CPU", "kcast");
  app.require_subcommand(1);
  std::vector<kcast::llm::Action> actions;
  kcast::llm::add_models_commands(app, actions);
  kcast::llm::add_serve_commands(app, actions);
  kcast::llm::add_logits_command(app, actions);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!processor_is_enough()) {
    return kcast::report_error(
        kName, {kcast::ErrorCode::Unsupported,
                "this processor has no AVX2, FMA and BMI2, which llama.cpp was built for"});
  }
  for (const kcast::llm::Action& action : actions) {
    if (!action.command->parsed()) continue;
    const kcast::Status done = action.run();
    return done ? 0 : kcast::report_error(kName, done.error());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return kcast::run_program(kName, [&] { return run(argc, argv); });
}
