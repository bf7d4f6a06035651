// kcast eval: predictions against readings.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/parallel.h"
#include "base/process/interrupt.h"
#include "base/rng.h"
#include "base/text.h"
#include "cli/commands.h"
#include "dataset/sample_set.h"
#include "dataset/splits.h"
#include "eval/fingerprint.h"
#include "eval/noise.h"
#include "eval/report_json.h"
#include "eval/report_text.h"
#include "frontend/frontend.h"
#include "predict/gpus.h"
#include "schema/feature_vector.h"
#include "workflow/ask/eval_answers.h"
#include "workflow/eval/rows.h"
#include "workflow/eval/suite.h"

namespace kcast::cli {
namespace {

struct EvalCommand {
  std::string set;
  std::string split = "family";
  std::string side = "test";
  std::vector<std::string> by = {"source"};
  std::string gpu;
  std::string ceilings = "gpu";
  std::string predictions;
  std::vector<std::string> answers;
  std::string form;  // template of the answers; empty: as their files say
  std::string csv;
  size_t limit = 0;  // launches; 0: all
  size_t resamples = 1000;
  uint64_t seed = 1;
  size_t jobs = hardware_jobs();
  bool json = false;
};

// The GPU that is named, or the only one that the set has readings of.
Result<Gpu> evaluated_gpu(const EvalCommand& command, const dataset::SampleSet& set) {
  std::string name = command.gpu;
  if (name.empty()) {
    const std::vector<std::string> gpus = workflow::gpus_of(set);
    if (gpus.empty()) {
      return Error{ErrorCode::InvalidInput,
                   command.set + " has no readings; measure some with kcast collect"};
    }
    if (gpus.size() > 1) {
      return Error{ErrorCode::InvalidInput, command.set + " has readings of " + join(gpus, ", ") +
                                                "; choose one with --gpu"};
    }
    name = gpus[0];
  }
  auto found = predict::gpus_named(name);
  if (!found) return std::move(found).error().context("the GPU of the readings");
  return found->at(0);
}

// What is scored counts as tested. Baselines learn from the train side; where that is scored,
// from what is for validation.
eval::Side side_in_eval(dataset::Side side, dataset::Side scored) {
  const bool train_scored = scored == dataset::Side::Train;
  if (side == scored) return eval::Side::Test;
  if (side == (train_scored ? dataset::Side::Validation : dataset::Side::Train))
    return eval::Side::Train;
  return eval::Side::None;
}

Result<std::vector<eval::Side>> sides_of(const EvalCommand& command,
                                         const std::vector<eval::ScoredRow>& rows) {
  if (command.split == "all") return std::vector<eval::Side>(rows.size(), eval::Side::Test);
  KCAST_TRY(const dataset::Split named, dataset::split_named(command.split));
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  const dataset::Side scored = command.side == "test"  ? dataset::Side::Test
                               : command.side == "val" ? dataset::Side::Validation
                                                       : dataset::Side::Train;
  std::vector<eval::Side> out;
  for (const eval::ScoredRow& row : rows) {
    const dataset::Side side =
        rules.side(named, {.recipe = row.recipe,
                           .language = row.language,
                           .launch = row.launch,
                           .family = row.family,
                           .bytes = row.numbers.bytes,
                           .threads = row.numbers.blocks * row.numbers.threads});
    out.push_back(side_in_eval(side, scored));
  }
  return out;
}

// Keeps whole kernels, in an order that a hash decides, until there are enough launches.
void limit_side(size_t most, eval::Side side, const std::vector<eval::ScoredRow>& rows,
                std::vector<eval::Side>& sides) {
  std::map<std::pair<uint64_t, std::string>, std::vector<size_t>> kernels;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (sides[i] != side) continue;
    const std::string name = rows[i].recipe + " " + rows[i].language;
    kernels[{stable_hash("limit " + name), name}].push_back(i);
  }
  size_t kept = 0;
  for (const auto& [key, list] : kernels) {
    const bool keep = kept < most;
    kept += list.size();
    for (const size_t i : list) {
      if (!keep) sides[i] = eval::Side::None;
    }
  }
}

// Launches that models were asked about are all scored.
Status limit_sides(size_t most, std::span<const workflow::ModelAnswers> models,
                   eval::EvalInput& input) {
  constexpr size_t kTrainPerTest = 4;
  if (!models.empty()) {
    KCAST_OK(workflow::keep_answered(models, input));
  }
  if (most == 0) return Unit{};
  if (models.empty()) limit_side(most, eval::Side::Test, input.rows, input.sides);
  limit_side(kTrainPerTest * most, eval::Side::Train, input.rows, input.sides);
  return Unit{};
}

std::vector<uint32_t> rows_that(const std::vector<eval::Side>& sides, bool test_only) {
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < sides.size(); ++i) {
    if (sides[i] == eval::Side::Test || (!test_only && sides[i] == eval::Side::Train)) {
      out.push_back(i);
    }
  }
  return out;
}

// Decides the sides, and predicts what is tested.
Status predict_rows(const EvalCommand& command, std::span<const workflow::ModelAnswers> models,
                    const workflow::RowWork& work, eval::EvalInput& input) {
  // Which launches are large is known when all of them are made.
  if (command.split == "size") {
    std::vector<uint32_t> all;
    for (uint32_t i = 0; i < input.rows.size(); ++i)
      all.push_back(i);
    KCAST_OK(workflow::complete_rows(work, {}, all));
    input.sides.assign(input.rows.size(), eval::Side::None);
    workflow::fill_in(work.known, input);
  }
  KCAST_TRY(input.sides, sides_of(command, input.rows));
  KCAST_OK(limit_sides(command.limit, models, input));
  KCAST_OK(
      workflow::complete_rows(work, rows_that(input.sides, true), rows_that(input.sides, false)));
  workflow::fill_in(work.known, input);
  if (!models.empty()) workflow::compare_models(models, input);
  return Unit{};
}

// Rows of no side take no part in anything but the noise floor.
Result<eval::EvalInput> eval_input(const EvalCommand& command) {
  eval::EvalInput input;
  std::vector<workflow::ModelAnswers> models;
  for (const std::string& named : command.answers) {
    KCAST_TRY(models.emplace_back(), workflow::read_answers(named, command.form));
  }
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(command.set, executable_dir()));
  KCAST_TRY(input.gpu, evaluated_gpu(command, set));
  KCAST_TRY(workflow::MeasuredRows measured, workflow::measured_rows(set, input.gpu));
  if (measured.rows.empty()) {
    return Error{ErrorCode::InvalidInput,
                 command.set + " has no readings of " + input.gpu.id + "; see --gpu"};
  }
  input.rows = std::move(measured.rows);
  input.second = std::move(measured.second);
  input.failures = std::move(measured.failures);
  const bool paper = command.ceilings == "omniwise";
  input.ceilings = paper ? eval::omniwise_ceilings() : eval::gpu_ceilings(input.gpu);
  input.ceilings_of = paper ? "Table 2 of its paper" : "the ceilings of " + input.gpu.id;
  const std::string analysis =
      std::string(kAnalysisVersion) + "-" + std::string(eval::source_fingerprint());
  KCAST_TRY(eval::PredictionFile known,
            eval::PredictionFile::open(command.predictions, analysis, input.gpu.id));
  const launch::Inspect inspect = [&](const frontend::InspectRequest& request) {
    return frontend->inspect(request, &InterruptGuard::interrupted());
  };
  const workflow::RowWork work{input.rows, known, inspect, input.gpu, command.jobs};
  KCAST_OK(predict_rows(command, models, work, input));
  return input;
}

Status run_eval(const EvalCommand& command) {
  const InterruptGuard guard;
  KCAST_TRY(const eval::EvalInput input, eval_input(command));
  eval::EvalOptions options;
  options.bootstrap = {.resamples = command.resamples, .seed = command.seed, .jobs = command.jobs};
  options.by = command.by;
  KCAST_TRY(eval::EvalReport report, eval::evaluate(input, options));
  report.title = command.set;
  report.split = command.side == "test" ? command.split : command.split + ", " + command.side;
  std::cout << (command.json ? eval::report_json(report) : eval::report_text(report));
  return command.csv.empty() ? Unit{} : workflow::write_eval_csv(command.csv, report, input);
}

}  // namespace

Status cmd_eval(Args args) {
  CLI::App app;
  describe_command(app, "eval");
  EvalCommand command;
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
  app.add_flag("--json", command.json, "print JSON (docs/evaluation.md)");
  app.add_option("--jobs", command.jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  if (suite.empty() == command.set.empty()) {
    return Error{ErrorCode::InvalidInput, "name a data set, or a suite of programs with --suite"};
  }
  if (suite.empty()) return run_eval(command);
  KCAST_TRY(const std::string text, workflow::run_suite({.folder = suite,
                                                         .readings = readings,
                                                         .gpu = command.gpu,
                                                         .csv = command.csv,
                                                         .json = command.json,
                                                         .resamples = command.resamples,
                                                         .seed = command.seed,
                                                         .jobs = command.jobs}));
  std::cout << text;
  return Unit{};
}

}  // namespace kcast::cli
