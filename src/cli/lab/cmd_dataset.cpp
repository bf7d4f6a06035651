// kcast dataset: readings as a data set.
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/lab/subcommands.h"

namespace kcast::cli {

Status cmd_dataset(Args args) {
  CLI::App app;
  describe_command(app, "dataset");
  app.require_subcommand(1);
  Action action;
  add_dataset_merge(app, action);
  add_dataset_features(app, action);
  add_dataset_stats(app, action);
  add_dataset_noise(app, action);
  add_dataset_verify(app, action);
  add_dataset_export(app, action);
  add_dataset_datasheet(app, action);
  add_examples(app, {{"merge", "kcast dataset merge all.db node1.db node2.db"},
                     {"features", "kcast dataset features measured.db --gpu h200"},
                     {"stats", "kcast dataset stats measured.db --svg pictures"},
                     {"noise", "kcast dataset noise measured.db"},
                     {"verify", "kcast dataset verify measured.db --kernels 1000"},
                     {"datasheet", "kcast dataset datasheet published --out published"}});
  KCAST_TRY(const bool parsed, parse_options(app, args));
  return parsed ? action() : Unit{};
}

}  // namespace kcast::cli
