// kcast corpus: kernels, where they come from and what they are like.
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/lab/subcommands.h"

namespace kcast::cli {

Status cmd_corpus(Args args) {
  CLI::App app;
  describe_command(app, "corpus");
  app.require_subcommand(1);
  Action action;
  add_corpus_author(app, action);
  add_corpus_list(app, action);
  add_corpus_show(app, action);
  add_corpus_job(app, action);
  add_corpus_check(app, action);
  add_corpus_generate(app, action);
  add_corpus_stats(app, action);
  add_corpus_dedupe(app, action);
  add_examples(app,
               {{"author",
                 "kcast corpus author --endpoint http://127.0.0.1:8080 --model qwen2.5-coder-1.5b "
                 "--problems corpus/authored/problems.tsv --count 50 --out answers"},
                {"list", "kcast corpus list --authored"},
                {"job", "kcast corpus job auth-1:geospatial/heatmap_bins --json"},
                {"check", "kcast corpus check corpus/motifs/reduction.kct --quick"},
                {"generate", "kcast corpus generate --count 1000 --one-language --out plan"},
                {"stats", "kcast corpus stats plan --svg histograms.svg"},
                {"dedupe", "kcast corpus dedupe kernels --threshold 0.8"}});
  KCAST_TRY(const bool parsed, parse_options(app, args));
  return parsed ? action() : Unit{};
}

}  // namespace kcast::cli
