#include "workflow/eval/rows.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/files.h"
#include "base/ordered_loop.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "corpus/dedupe/code_print.h"
#include "corpus/recipe.h"
#include "dataset/splits.h"
#include "eval/report_csv.h"
#include "plan/predict_rows.h"
#include "schema/gpu/roof_time.h"
#include "trees/correct.h"
#include "trees/embedded.h"
#include "trees/launch_row.h"
#include "trees/row_table.h"

namespace kcast::workflow {
namespace {

eval::LaunchKey key_of(const eval::ScoredRow& row) {
  return {row.recipe, row.language, row.launch};
}

eval::ScoredRow scored_row(const dataset::Row& stored, double spread,
                           const dataset::SplitRules& rules) {
  eval::ScoredRow row;
  row.recipe = stored.kernel.recipe;
  row.family = std::string(rules.original_of(stored.kernel.family));
  const dataset::FamilyParts parts = dataset::family_parts(stored.kernel.family);
  row.source = std::string(parts.source);
  if (row.source == "motif") row.motif = std::string(parts.group);
  row.language = stored.kernel.language;
  row.launch = stored.launch;
  row.measured = stored.reading.values;
  row.has_counters = dataset::has_counters(stored.reading.values);
  row.time_spread = spread;
  return row;
}

// Rows that belong to one kernel and are to be made.
struct KernelTodo {
  std::string recipe;
  std::string language;
  bool predict = false;
  std::vector<uint32_t> rows;
  double cost = 0;  // guessed, in no unit
};

void add_missing_kernels(const RowWork& work, std::span<const uint32_t> wanted, bool predict,
                         std::set<eval::LaunchKey>& seen, std::vector<KernelTodo>& out) {
  std::map<std::pair<std::string, std::string>, KernelTodo> todo;
  for (const uint32_t number : wanted) {
    const eval::ScoredRow& row = work.rows[number];
    const eval::KnownPrediction* known = work.known.find(key_of(row));
    const bool complete =
        known != nullptr && (!known->problem.empty() ||
                             (predict ? known->analytic.has_value() : known->numbers.has_value()));
    if (complete || !seen.insert(key_of(row)).second) continue;
    KernelTodo& kernel = todo[{row.recipe, row.language}];
    kernel.rows.push_back(number);
    // Programs are compiled and predicted in either case; what a GPU is long at is, as a rule,
    // interpreted for longer.
    if (predict || row.source == "auth")
      kernel.cost += std::sqrt(std::max(1.0, row.measured.time_us));
  }
  for (auto& [name, kernel] : todo) {
    std::tie(kernel.recipe, kernel.language) = name;
    kernel.predict = predict;
    out.push_back(std::move(kernel));
  }
}

// In any order, so the longest come first: at the end there are small ones for all threads.
std::vector<KernelTodo> missing_kernels(const RowWork& work, std::span<const uint32_t> predicted,
                                        std::span<const uint32_t> described) {
  std::vector<KernelTodo> out;
  std::set<eval::LaunchKey> seen;  // several collectors may have read one launch
  add_missing_kernels(work, predicted, true, seen, out);
  add_missing_kernels(work, described, false, seen, out);
  std::stable_sort(out.begin(), out.end(),
                   [](const KernelTodo& a, const KernelTodo& b) { return a.cost > b.cost; });
  return out;
}

plan::PredictedKernel kernel_rows(const RowWork& work, const KernelTodo& kernel) {
  std::vector<std::string> texts;
  for (const uint32_t row : kernel.rows)
    texts.push_back(work.rows[row].launch);
  const auto rows_of = kernel.predict ? plan::predict_kernel_rows : plan::describe_kernel_rows;
  return rows_of(kernel.recipe, kernel.language, texts, work.inspect, work.gpu);
}

// The sketch goes to the kernel's first launch: one is enough.
std::vector<eval::KnownPrediction> known_of(const plan::PredictedKernel& kernel) {
  std::vector<eval::KnownPrediction> out;
  for (const plan::PredictedLaunch& launch : kernel.launches) {
    eval::KnownPrediction known;
    if (launch.launch) known.numbers = eval::numbers_of(*launch.launch);
    if (launch.values) {
      known.analytic = {*launch.values, launch.time_low_us, launch.time_high_us};
    }
    if (launch.corrected) {
      known.corrected = {launch.corrected->values, launch.corrected->low.time_us,
                         launch.corrected->high.time_us};
    }
    known.problem = launch.problem;
    out.push_back(std::move(known));
  }
  if (!out.empty() && !kernel.text.empty()) {
    out.front().sketch = eval::token_sketch(corpus::six_grams(kernel.text));
  }
  return out;
}

}  // namespace

std::vector<std::string> gpus_of(const dataset::SampleSet& set) {
  std::set<std::string> gpus;
  for (const dataset::Row& row : set.labels)
    gpus.insert(row.gpu);
  return {gpus.begin(), gpus.end()};
}

Result<MeasuredRows> measured_rows(const dataset::SampleSet& set, const Gpu& gpu) {
  const auto is_wanted = [&gpu](const std::string& name) {
    return name == gpu.id ||
           std::find(gpu.aliases.begin(), gpu.aliases.end(), name) != gpu.aliases.end();
  };
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  MeasuredRows out;
  const auto key = [](const dataset::Row& row) {
    return std::tie(row.kernel.recipe, row.kernel.language, row.launch, row.collector);
  };
  std::map<decltype(key(dataset::Row())), size_t> labels;
  for (size_t i = 0; i < set.labels.size(); ++i) {
    if (!is_wanted(set.labels[i].gpu)) continue;
    labels.emplace(key(set.labels[i]), out.rows.size());
    out.rows.push_back(scored_row(set.labels[i], set.numbers[i].spread, rules));
  }
  out.second.resize(out.rows.size());
  for (const dataset::Row& repeat : set.repeats) {
    const auto label = is_wanted(repeat.gpu) ? labels.find(key(repeat)) : labels.end();
    if (label == labels.end() || out.second[label->second]) continue;
    out.second[label->second] = repeat.reading.values;
  }
  for (const dataset::StoredFailure& failure : set.failures) {
    if (is_wanted(failure.gpu)) out.failures[failure.failure.reason] += 1;
  }
  return out;
}

Status complete_rows(const RowWork& work, std::span<const uint32_t> predicted,
                     std::span<const uint32_t> described) {
  const std::vector<KernelTodo> todo = missing_kernels(work, predicted, described);
  size_t launches = 0;
  for (const KernelTodo& kernel : todo)
    launches += kernel.rows.size();
  if (launches == 0) return Unit{};
  Progress progress(predicted.empty() ? "making launches" : "predicting", launches);
  std::vector<std::vector<eval::KnownPrediction>> made(todo.size());
  OrderedLoop loop;
  loop.count = todo.size();
  loop.jobs = work.jobs;
  loop.work = [&](size_t n) { made[n] = known_of(kernel_rows(work, todo[n])); };
  loop.take = [&](size_t n) -> Status {
    const std::vector<eval::KnownPrediction> known = std::exchange(made[n], {});
    for (size_t i = 0; i < known.size(); ++i) {
      const eval::LaunchKey key = key_of(work.rows[todo[n].rows[i]]);
      eval::KnownPrediction all = known[i];
      // What a table said stays.
      if (const eval::KnownPrediction* before = work.known.find(key);
          before != nullptr && before->analytic && !all.analytic) {
        all.analytic = before->analytic;
        all.corrected = before->corrected;
      }
      KCAST_OK(work.known.add(key, std::move(all)));
    }
    return Unit{};
  };
  // What an interruption cuts short says nothing about the kernel.
  loop.stopped = [] { return InterruptGuard::interrupted().load(); };
  loop.worked = [&](size_t n) { progress.advance(todo[n].rows.size()); };
  const auto taken = run_ordered(loop);
  progress.finish();
  if (!taken) return taken.error();
  KCAST_OK(work.known.flush());
  if (*taken == todo.size()) return Unit{};
  return Error{ErrorCode::External,
               "interrupted; with --predictions FILE the same command goes on from here"};
}

namespace {

eval::Answer answer_with(const eval::KnownValues& known, const Gpu& gpu) {
  eval::Answer out = eval::answer_of(known.values, gpu);
  out.time_low_us = known.time_low_us;
  out.time_high_us = known.time_high_us;
  return out;
}

// The roofline has the counts of the analysis, and no interval.
eval::Answer roofline_answer(const eval::KnownValues& known, const Gpu& gpu) {
  BaseQuantities values = known.values;
  values.time_us = roof_time_us(values, gpu);
  return eval::answer_of(values, gpu);
}

}  // namespace

Status add_table(const std::filesystem::path& table, const std::vector<eval::ScoredRow>& rows,
                 const Gpu& gpu, eval::PredictionFile& known) {
  KCAST_TRY(const trees::RowTable read, trees::read_row_table(table));
  if (read.names != trees::launch_row_names()) {
    return Error{ErrorCode::InvalidInput,
                 table.string() + " has no rows of this version of the analysis; see kcast train"};
  }
  const auto low = static_cast<size_t>(trees::launch_row_index("analytic.time_low_us"));
  const auto high = static_cast<size_t>(trees::launch_row_index("analytic.time_high_us"));
  for (const eval::ScoredRow& row : rows) {
    const auto found = read.rows.find(row.recipe + "\t" + row.language + "\t" + row.launch);
    if (found == read.rows.end() || found->second.values.empty()) continue;
    const std::vector<float>& values = found->second.values;
    Prediction prediction;
    prediction.values = trees::analytic_in(values);
    prediction.low.time_us = static_cast<double>(values[low]);
    prediction.high.time_us = static_cast<double>(values[high]);
    eval::KnownPrediction out;
    out.analytic = {prediction.values, prediction.low.time_us, prediction.high.time_us};
    if (const trees::Model* model = trees::embedded_model(row.language)) {
      trees::correct(*model, {values, gpu, row.source == "auth"}, prediction);
      out.corrected = {prediction.values, prediction.low.time_us, prediction.high.time_us};
    }
    KCAST_OK(known.add(key_of(row), std::move(out)));
  }
  return Unit{};
}

void fill_in(const eval::PredictionFile& known, predict::PredictorKind kind,
             eval::EvalInput& input) {
  const bool hybrid = kind == predict::PredictorKind::Hybrid;
  const bool roofline = kind == predict::PredictorKind::Roofline;
  eval::Predictor beside;
  beside.name = "analytic";
  beside.about = "the analysis alone";
  beside.answers.resize(input.rows.size());
  input.predictor = predict::to_text(kind);
  input.answers.resize(input.rows.size());
  input.sketches.resize(input.rows.size());
  for (size_t i = 0; i < input.rows.size(); ++i) {
    const eval::KnownPrediction* found = known.find(key_of(input.rows[i]));
    if (found == nullptr) continue;
    if (found->numbers) input.rows[i].numbers = *found->numbers;
    input.sketches[i] = found->sketch;
    if (input.sides[i] != eval::Side::Test) continue;
    if (found->analytic) {
      beside.answers[i] = answer_with(*found->analytic, input.gpu);
      input.answers[i] = roofline                     ? roofline_answer(*found->analytic, input.gpu)
                         : hybrid && found->corrected ? answer_with(*found->corrected, input.gpu)
                                                      : beside.answers[i];
    } else {
      const std::string why = found->problem.substr(0, found->problem.find(':'));
      input.not_predicted[why] += 1;
      beside.not_predicted[why] += 1;
    }
  }
  std::erase_if(input.others,
                [&](const eval::Predictor& other) { return other.name == beside.name; });
  if (kind != predict::PredictorKind::Analytic) input.others.push_back(std::move(beside));
}

Status write_eval_csv(const std::string& folder, const eval::EvalReport& report,
                      const eval::EvalInput& input) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder + ": " + failed.message()};
  KCAST_OK(write_file(folder + "/figures.csv", eval::figures_csv(report)));
  return write_file(folder + "/rows.csv", eval::rows_csv(input));
}

}  // namespace kcast::workflow
