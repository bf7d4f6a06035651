// kcast lsp and kcast mcp: predictions for editors and for coding agents, on standard input and
// output.
#include <signal.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.h"
#include "predict/predictor.h"
#include "serve/lsp/server.h"
#include "serve/mcp/server.h"

namespace kcast::cli {

namespace {

// Null: the user asked for help, which was printed.
Result<std::unique_ptr<predict::Predictor>> start_pipe_server(const char* name, Args args) {
  CLI::App app;
  describe_command(app, name);
  bool stdio = true;
  app.add_flag("--stdio", stdio, "talk on standard input and output, which it always does");
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return std::unique_ptr<predict::Predictor>();
  // A client that is gone is an error of write().
  ::signal(SIGPIPE, SIG_IGN);
  // It forks, so it comes before every thread.
  return predict::Predictor::start(true);
}

}  // namespace

Status cmd_lsp(Args args) {
  KCAST_TRY(const std::unique_ptr<predict::Predictor> predictor, start_pipe_server("lsp", args));
  if (!predictor) return Unit{};
  KCAST_TRY(const bool ended_well, lsp::run_server(*predictor, {}));
  if (!ended_well) end_with_status(1);
  return Unit{};
}

Status cmd_mcp(Args args) {
  KCAST_TRY(const std::unique_ptr<predict::Predictor> predictor, start_pipe_server("mcp", args));
  return predictor ? mcp::run_agent_server(*predictor, {}) : Unit{};
}

}  // namespace kcast::cli
