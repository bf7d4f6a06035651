// kcast eval: predictions against readings.
#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "base/process/interrupt.h"
#include "cli/commands.h"
#include "eval/report_json.h"
#include "eval/report_text.h"
#include "workflow/eval/evaluate_set.h"
#include "workflow/eval/rows.h"
#include "workflow/eval/suite.h"

namespace kcast::cli {
namespace {

Status run_eval(const workflow::EvalSetOptions& options, bool json) {
  const InterruptGuard guard;
  KCAST_TRY(const workflow::SetEvaluation done, workflow::evaluate_set(options));
  std::cout << (json ? eval::report_json(done.report) : eval::report_text(done.report));
  return options.csv.empty() ? Unit{}
                             : workflow::write_eval_csv(options.csv, done.report, done.input);
}

}  // namespace

Status cmd_eval(Args args) {
  CLI::App app;
  describe_command(app, "eval");
  workflow::EvalSetOptions command;
  bool json = false;
  std::string suite;
  std::string readings;
  app.add_option("SET", command.set, "a store of kcast collect, Parquet, or a folder of them");
  app.add_option("--suite", suite, "instead of SET: a folder of programs with their suite.json");
  app.add_option(
      "--readings", readings,
      "readings of the suite: a folder with NAME.jsonl, or NAME.csv of ncu, for each program");
  app.add_option("--split", command.split, "which split of the set; all: do not split")
      ->check(CLI::IsMember({"family", "iid", "motif", "size", "authored", "all"}))
      ->capture_default_str();
  app.add_option("--side", command.side,
                 "which side of the split is scored; use train to look for mistakes")
      ->check(CLI::IsMember({"test", "val", "train"}))
      ->capture_default_str();
  app.add_option("--by", command.by, "also score parts of the set: by source, motif or language")
      ->delimiter(',')
      ->check(CLI::IsMember({"source", "motif", "language"}))
      ->capture_default_str();
  app.add_option("--gpu", command.gpu,
                 "whose readings are scored (default: the only GPU of the set)");
  app.add_option("--ceilings", command.ceilings,
                 "ceilings of the rounded table: those of the GPU, or those that Omniwise uses")
      ->check(CLI::IsMember({"gpu", "omniwise"}))
      ->capture_default_str();
  app.add_option("--predictions", command.predictions,
                 "file that keeps the predictions, so that another run need not make them");
  app.add_option("--answers", command.answers,
                 "NAME=FILE.jsonl: answers of a language model; only the launches that they are "
                 "about are scored")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  app.add_option("--template", command.form,
                 "template of the question (default: what the file of answers says)");
  app.add_option("--limit", command.limit,
                 "score about this many launches, of kernels drawn at random (default: all)");
  app.add_option("--resamples", command.resamples,
                 "bootstrap resamples for the 95 % intervals; 0: no intervals")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app.add_option("--seed", command.seed, "seed of the resamples")->capture_default_str();
  app.add_option("--csv", command.csv, "folder for figures.csv and rows.csv");
  app.add_flag("--json", json, "print JSON (docs/evaluation.md)");
  app.add_option("--jobs", command.jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  if (suite.empty() == command.set.empty()) {
    return Error{ErrorCode::InvalidInput, "name a data set, or a suite of programs with --suite"};
  }
  if (suite.empty()) return run_eval(command, json);
  KCAST_TRY(const std::string text, workflow::run_suite({.folder = suite,
                                                         .readings = readings,
                                                         .gpu = command.gpu,
                                                         .csv = command.csv,
                                                         .json = json,
                                                         .resamples = command.resamples,
                                                         .seed = command.seed,
                                                         .jobs = command.jobs}));
  std::cout << text;
  return Unit{};
}

}  // namespace kcast::cli
