// kcast eval: predictions against readings.
#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "base/process/interrupt.h"
#include "cli/commands.h"
#include "eval/report_json.h"
#include "eval/report_text.h"
#include "workflow/eval/evaluate_set.h"
#include "workflow/eval/public_programs.h"
#include "workflow/eval/public_suite.h"
#include "workflow/eval/report_page.h"
#include "workflow/eval/rows.h"
#include "workflow/eval/suite.h"
#include "workflow/project/toolkit.h"

namespace kcast::cli {
namespace {

Status run_eval(const workflow::EvalSetOptions& options, bool json) {
  const InterruptGuard guard;
  KCAST_TRY(const workflow::SetEvaluation done, workflow::evaluate_set(options));
  std::cout << (json ? eval::report_json(done.report) : eval::report_text(done.report));
  if (!options.csv.empty()) {
    KCAST_OK(workflow::write_eval_csv(options.csv, done.report, done.input));
  }
  if (options.report.empty()) return Unit{};
  return workflow::write_report_page(options.report, done.report, done.input);
}

Status run_public(const workflow::PublicSuiteOptions& options) {
  if (options.sources.empty()) {
    return Error{ErrorCode::InvalidInput,
                 options.folder.string() +
                     " lists public programs: --sources FOLDER says where scripts/suite_sources "
                     "put them"};
  }
  const InterruptGuard guard;
  KCAST_TRY(const std::string text, workflow::run_public_suite(options));
  std::cout << text;
  return Unit{};
}

struct EvalOptions {
  workflow::EvalSetOptions set;
  bool json = false;
  bool toolkit = false;
  std::string suite;
  std::string readings;
  std::string sources;
  std::string predictor;  // empty: the default one
  size_t worst = 0;
};

void add_eval_options(CLI::App& app, EvalOptions& options) {
  app.add_option("SET", options.set.set, "a store of kcast collect, Parquet, or a folder of them");
  app.add_option(
      "--suite", options.suite,
      "instead of SET: a folder of programs with their suite.json, or with the programs.jsonl "
      "and readings.jsonl of public ones");
  app.add_option("--sources", options.sources,
                 "where the sources of public programs are, as OWNER+NAME");
  app.add_option("--worst", options.worst,
                 "public programs: list so many launches of the open side, and kernels without an "
                 "answer");
  app.add_option(
      "--readings", options.readings,
      "readings of the suite: a folder with NAME.jsonl, or NAME.csv of ncu, for each program");
  app.add_option("--split", options.set.split, "which split of the set; all: do not split")
      ->check(CLI::IsMember({"family", "iid", "motif", "size", "authored", "all"}))
      ->capture_default_str();
  app.add_option("--side", options.set.side,
                 "which side of the split is scored; use train to look for mistakes. Of public "
                 "programs: open or held-out (default: both)")
      ->check(CLI::IsMember({"test", "val", "train", "open", "held-out"}))
      ->capture_default_str();
  app.add_option("--by", options.set.by,
                 "also score parts of the set: by source, motif or language")
      ->delimiter(',')
      ->check(CLI::IsMember({"source", "motif", "language"}))
      ->capture_default_str();
  app.add_option("--gpu", options.set.gpu,
                 "whose readings are scored (default: the only GPU of the set)");
  app.add_option("--ceilings", options.set.ceilings,
                 "ceilings of the rounded table: those of the GPU, or those that Omniwise uses")
      ->check(CLI::IsMember({"gpu", "omniwise"}))
      ->capture_default_str();
  app.add_option("--predictions", options.set.predictions,
                 "file that keeps the predictions, so that another run need not make them");
  app.add_option("--predictor", options.predictor,
                 "who is evaluated: hybrid, analytic or roofline (default " +
                     predict::to_text(options.set.predictor) + ")")
      ->check(CLI::IsMember({"hybrid", "analytic", "roofline"}));
  app.add_flag("--toolkit", options.toolkit,
               "analyse the machine code that NVIDIA's compilers make of CUDA kernels");
  app.add_option(
      "--table", options.set.table,
      "folder of launches that kcast train --trees analysed: they are not analysed again");
  app.add_flag("!--no-baselines", options.set.baselines,
               "score no constants and neighbours of the train side, which take most of the time");
  app.add_option("--report", options.set.report, "folder for a page with all tables and pictures");
  app.add_option("--answers", options.set.answers,
                 "NAME=FILE.jsonl: answers of a language model; only the launches that they are "
                 "about are scored")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  app.add_option("--template", options.set.form,
                 "template of the question (default: what the file of answers says)");
  app.add_option("--limit", options.set.limit,
                 "score about this many launches, of kernels drawn at random (default: all)");
  app.add_option("--resamples", options.set.resamples,
                 "bootstrap resamples for the 95 % intervals; 0: no intervals")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app.add_option("--seed", options.set.seed, "seed of the resamples")->capture_default_str();
  app.add_option("--csv", options.set.csv, "folder for figures.csv and rows.csv");
  app.add_flag("--json", options.json, "print JSON (docs/evaluation.md)");
  app.add_option("--jobs", options.set.jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
}

}  // namespace

Status cmd_eval(Args args) {
  CLI::App app;
  describe_command(app, "eval");
  EvalOptions options;
  add_eval_options(app, options);
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  workflow::EvalSetOptions& command = options.set;
  if (!options.predictor.empty()) {
    KCAST_TRY(command.predictor, predict::predictor_named(options.predictor));
  }
  if (options.toolkit && (!options.suite.empty() || !command.table.empty())) {
    return Error{
        ErrorCode::InvalidInput,
        "--toolkit analyses the kernels of a data set anew: leave --suite and --table out"};
  }
  if (options.suite.empty() == command.set.empty()) {
    return Error{ErrorCode::InvalidInput, "name a data set, or a suite of programs with --suite"};
  }
  const bool is_public = !options.suite.empty() && workflow::is_public_suite(options.suite);
  const bool public_side = command.side == "open" || command.side == "held-out";
  if (app.count("--side") > 0 && public_side != is_public) {
    return Error{ErrorCode::InvalidInput,
                 "--side " + command.side +
                     (is_public ? ": public programs have the sides open and held-out"
                                : ": a set has the sides test, val and train")};
  }
  if (is_public) {
    return run_public({.folder = options.suite,
                       .sources = options.sources,
                       .side = public_side ? command.side : "",
                       .gpu = command.gpu,
                       .predictor = command.predictor,
                       .worst = options.worst,
                       .json = options.json,
                       .jobs = command.jobs});
  }
  if (options.toolkit) {
    KCAST_TRY(command.toolkit, workflow::toolkit_in(""));
  }
  if (options.suite.empty()) return run_eval(command, options.json);
  KCAST_TRY(const std::string text, workflow::run_suite({.folder = options.suite,
                                                         .readings = options.readings,
                                                         .gpu = command.gpu,
                                                         .csv = command.csv,
                                                         .json = options.json,
                                                         .resamples = command.resamples,
                                                         .seed = command.seed,
                                                         .jobs = command.jobs}));
  std::cout << text;
  return Unit{};
}

}  // namespace kcast::cli
