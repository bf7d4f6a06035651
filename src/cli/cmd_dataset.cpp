// kcast dataset: readings as a data set.
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/dataset_commands.h"

namespace kcast::cli {

Status cmd_dataset(Args args) {
  CLI::App app;
  describe_command(app, "dataset");
  app.require_subcommand(1);
  DatasetAction action;
  add_dataset_merge(app, action);
  add_dataset_features(app, action);
  add_dataset_stats(app, action);
  add_dataset_noise(app, action);
  add_dataset_verify(app, action);
  add_dataset_export(app, action);
  add_dataset_datasheet(app, action);
  KCAST_TRY(const bool go_on, parse_options(app, args));
  return go_on ? action() : Unit{};
}

}  // namespace kcast::cli
