// kcast corpus: kernels, where they come from and what they are like.
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/corpus_commands.h"

namespace kcast::cli {

Status cmd_corpus(Args args) {
  CLI::App app;
  describe_command(app, "corpus");
  app.require_subcommand(1);
  CorpusAction action;
  add_corpus_author(app, action);
  add_corpus_list(app, action);
  add_corpus_show(app, action);
  add_corpus_job(app, action);
  add_corpus_check(app, action);
  add_corpus_generate(app, action);
  add_corpus_stats(app, action);
  add_corpus_dedupe(app, action);
  KCAST_TRY(const bool go_on, parse_options(app, args));
  return go_on ? action() : Unit{};
}

}  // namespace kcast::cli
