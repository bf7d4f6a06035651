#include "workflow/eval/evaluate_set.h"

#include <atomic>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "base/files.h"
#include "base/process/interrupt.h"
#include "base/rng.h"
#include "base/text.h"
#include "dataset/sample_set.h"
#include "dataset/splits.h"
#include "eval/fingerprint.h"
#include "eval/noise.h"
#include "eval/prediction_file.h"
#include "frontend/frontend.h"
#include "predict/gpus.h"
#include "predict/toolkit/inspect_with_toolkit.h"
#include "schema/feature_vector.h"
#include "workflow/ask/eval_answers.h"
#include "workflow/eval/rows.h"

namespace kcast::workflow {
namespace {

// The GPU that is named, or the only one that the set has readings of.
Result<Gpu> evaluated_gpu(const EvalSetOptions& options, const dataset::SampleSet& set) {
  std::string name = options.gpu;
  if (name.empty()) {
    const std::vector<std::string> gpus = gpus_of(set);
    if (gpus.empty()) {
      return Error{ErrorCode::InvalidInput,
                   options.set + " has no readings; measure some with kcast collect"};
    }
    if (gpus.size() > 1) {
      return Error{ErrorCode::InvalidInput, options.set + " has readings of " + join(gpus, ", ") +
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

Result<std::vector<eval::Side>> sides_of(const EvalSetOptions& options,
                                         const std::vector<eval::ScoredRow>& rows) {
  if (options.split == "all") return std::vector<eval::Side>(rows.size(), eval::Side::Test);
  KCAST_TRY(const dataset::Split named, dataset::split_named(options.split));
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  const dataset::Side scored = options.side == "test"  ? dataset::Side::Test
                               : options.side == "val" ? dataset::Side::Validation
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
Status limit_sides(size_t most, std::span<const ModelAnswers> models, eval::EvalInput& input) {
  constexpr size_t kTrainPerTest = 4;
  if (!models.empty()) {
    KCAST_OK(keep_answered(models, input));
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
Status predict_rows(const EvalSetOptions& options, std::span<const ModelAnswers> models,
                    const RowWork& work, eval::EvalInput& input) {
  // Which launches are large is known when all of them are made.
  if (options.split == "size") {
    std::vector<uint32_t> all;
    for (uint32_t i = 0; i < input.rows.size(); ++i)
      all.push_back(i);
    KCAST_OK(complete_rows(work, {}, all));
    input.sides.assign(input.rows.size(), eval::Side::None);
    fill_in(work.known, options.predictor, input);
  }
  KCAST_TRY(input.sides, sides_of(options, input.rows));
  KCAST_OK(limit_sides(options.limit, models, input));
  const std::vector<uint32_t> described =
      options.baselines ? rows_that(input.sides, false) : std::vector<uint32_t>();
  KCAST_OK(complete_rows(work, rows_that(input.sides, true), described));
  fill_in(work.known, options.predictor, input);
  if (!models.empty()) compare_models(models, input);
  return Unit{};
}

// Rows of no side take no part in anything but the noise floor.
Result<eval::EvalInput> eval_input(const EvalSetOptions& options) {
  eval::EvalInput input;
  std::vector<ModelAnswers> models;
  for (const std::string& named : options.answers) {
    KCAST_TRY(models.emplace_back(), read_answers(named, options.form));
  }
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  KCAST_TRY(input.gpu, evaluated_gpu(options, set));
  KCAST_TRY(MeasuredRows measured, measured_rows(set, input.gpu));
  if (measured.rows.empty()) {
    return Error{ErrorCode::InvalidInput,
                 options.set + " has no readings of " + input.gpu.id + "; see --gpu"};
  }
  input.rows = std::move(measured.rows);
  input.second = std::move(measured.second);
  input.failures = std::move(measured.failures);
  const bool paper = options.ceilings == "omniwise";
  input.ceilings = paper ? eval::omniwise_ceilings() : eval::gpu_ceilings(input.gpu);
  input.ceilings_of = paper ? "Table 2 of its paper" : "the ceilings of " + input.gpu.id;
  const std::string analysis = std::string(kAnalysisVersion) + "-" +
                               std::string(eval::source_fingerprint()) +
                               (options.toolkit ? "-toolkit" : "");
  KCAST_TRY(eval::PredictionFile known,
            eval::PredictionFile::open(options.predictions, analysis, input.gpu.id));
  const launch::Inspect inspect = [&](const frontend::InspectRequest& request) {
    const std::atomic<bool>* cancelled = &InterruptGuard::interrupted();
    if (!options.toolkit) return frontend->inspect(request, cancelled);
    return predict::inspect_with_toolkit(*frontend, request, *options.toolkit, true, cancelled);
  };
  if (!options.table.empty()) {
    KCAST_OK(add_table(options.table, input.rows, input.gpu, known));
  }
  const RowWork work{input.rows, known, inspect, input.gpu, options.jobs};
  KCAST_OK(predict_rows(options, models, work, input));
  return input;
}

}  // namespace

Result<SetEvaluation> evaluate_set(const EvalSetOptions& options) {
  SetEvaluation out;
  KCAST_TRY(out.input, eval_input(options));
  eval::EvalOptions how;
  how.bootstrap = {.resamples = options.resamples, .seed = options.seed, .jobs = options.jobs};
  how.by = options.by;
  how.baselines = options.baselines;
  KCAST_TRY(out.report, eval::evaluate(out.input, how));
  out.report.title = options.set;
  out.report.split = options.side == "test" ? options.split : options.split + ", " + options.side;
  return out;
}

}  // namespace kcast::workflow
