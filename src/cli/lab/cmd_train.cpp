// kcast train: language models by kcast-train, boosted trees here.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "cli/commands.h"
#include "workflow/trees/train_trees.h"

namespace kcast::cli {
namespace {

bool wants_trees(Args args) {
  return std::any_of(args.begin(), args.end(), [](const std::string& word) {
    return word == "--trees" || word.starts_with("--trees=");
  });
}

Status run_trees(Args args) {
  CLI::App app;
  app.name("kcast train --trees");
  app.description("fit the boosted trees that correct the analysis (docs/trees.md)");
  app.footer("example:\n  kcast train --trees data/trees/h200.json --out data/trees/h200.bin");
  workflow::TrainTreesOptions options;
  app.add_option("--trees", options.config, "what they are fitted to, and how")->required();
  app.add_option("--out", options.out, "file of the trees");
  app.add_option("--table", options.table,
                 "folder that keeps analysed launches, so that another run need not do it again");
  app.add_option("--list", options.list, "write the launches that are analysed to a file, and end");
  app.add_option("--rows", options.rows,
                 "analyse the launches of such a file into --table, and end: needs no data set");
  app.add_option("--families", options.families,
                 "write how far each family that is fitted to is off to a file, the worst first");
  app.add_option("--for", options.seconds, "begin no launch after so many seconds");
  app.add_flag("--only-table", options.only_table, "leave launches out that the table lacks");
  app.add_option("--jobs", options.jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  KCAST_TRY(const std::string text, workflow::train_trees(options));
  std::cout << text;
  return Unit{};
}

}  // namespace

Status cmd_train(Args args) {
  if (wants_trees(args)) return run_trees(args);
  return run_executable("kcast-train", "train", args);
}

}  // namespace kcast::cli
