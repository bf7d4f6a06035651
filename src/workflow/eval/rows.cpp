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
                             (predict ? known->values.has_value() : known->numbers.has_value()));
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
    known.values = launch.values;
    known.time_low_us = launch.time_low_us;
    known.time_high_us = launch.time_high_us;
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
      KCAST_OK(work.known.add(key_of(work.rows[todo[n].rows[i]]), known[i]));
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

void fill_in(const eval::PredictionFile& known, eval::EvalInput& input) {
  input.answers.resize(input.rows.size());
  input.sketches.resize(input.rows.size());
  for (size_t i = 0; i < input.rows.size(); ++i) {
    const eval::KnownPrediction* found = known.find(key_of(input.rows[i]));
    if (found == nullptr) continue;
    if (found->numbers) input.rows[i].numbers = *found->numbers;
    input.sketches[i] = found->sketch;
    if (input.sides[i] != eval::Side::Test) continue;
    if (found->values) {
      input.answers[i] = eval::answer_of(*found->values, input.gpu);
      input.answers[i].time_low_us = found->time_low_us;
      input.answers[i].time_high_us = found->time_high_us;
    } else {
      input.not_predicted[found->problem.substr(0, found->problem.find(':'))] += 1;
    }
  }
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
