#include "eval/worst.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>

#include "base/quantile.h"
#include "eval/score/score_counters.h"

namespace kcast::eval {
namespace {

// How far a row is off, and where it is farthest off.
struct RowError {
  double error = 0;
  size_t metric = 0;
};
using RowJudge = std::function<std::optional<RowError>(const MetricValues& truth, const Answer&)>;

struct FamilyErrors {
  std::vector<double> errors;
  size_t worst_row = 0;
  RowError worst{-1, 0};
};

std::map<std::string, FamilyErrors> errors_by_family(std::span<const ScoredRow> rows,
                                                     std::span<const Answer> answers,
                                                     const RowJudge& judge) {
  std::map<std::string, FamilyErrors> out;
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto error = judge(truth_of(rows[i].measured, rows[i].has_counters), answers[i]);
    if (!error) continue;
    FamilyErrors& family = out[rows[i].family];
    family.errors.push_back(error->error);
    if (error->error <= family.worst.error) continue;
    family.worst = *error;
    family.worst_row = i;
  }
  return out;
}

std::vector<WorstFamily> worst_families(std::span<const ScoredRow> rows,
                                        std::span<const Answer> answers, const RowJudge& judge,
                                        double (*summary)(std::vector<double>), size_t most) {
  std::vector<WorstFamily> out;
  for (const auto& [name, family] : errors_by_family(rows, answers, judge)) {
    const ScoredRow& row = rows[family.worst_row];
    WorstFamily entry;
    entry.family = name;
    entry.rows = family.errors.size();
    entry.error = summary(family.errors);
    entry.recipe = row.recipe;
    entry.language = row.language;
    entry.launch = row.launch;
    entry.metric = std::string(metrics()[family.worst.metric].name);
    entry.predicted = answers[family.worst_row].values[family.worst.metric];
    entry.measured = truth_of(row.measured, row.has_counters)[family.worst.metric];
    out.push_back(std::move(entry));
  }
  // Names are in order, so that equals stay in it.
  std::stable_sort(out.begin(), out.end(),
                   [](const WorstFamily& a, const WorstFamily& b) { return a.error > b.error; });
  if (out.size() > most) out.resize(most);
  return out;
}

double median_error(std::vector<double> errors) {
  std::sort(errors.begin(), errors.end());
  return quantile_of(errors, 0.5);
}

double mean_error(std::vector<double> errors) {
  return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

}  // namespace

std::vector<WorstFamily> worst_by_time(std::span<const ScoredRow> rows,
                                       std::span<const Answer> answers, size_t most) {
  const size_t time = metric_index("time_us");
  const RowJudge judge = [time](const MetricValues& truth,
                                const Answer& answer) -> std::optional<RowError> {
    if (!(truth[time] > 0) || !(answer.values[time] > 0)) return std::nullopt;
    return RowError{std::abs(std::log2(answer.values[time] / truth[time])), time};
  };
  return worst_families(rows, answers, judge, median_error, most);
}

std::vector<WorstFamily> worst_by_counters(std::span<const ScoredRow> rows,
                                           std::span<const Answer> answers,
                                           const MetricValues& floors, size_t most) {
  const size_t time = metric_index("time_us");
  const RowJudge judge = [&](const MetricValues& truth,
                             const Answer& answer) -> std::optional<RowError> {
    RowError out;
    double sum = 0;
    size_t count = 0;
    double largest = -1;
    for (const std::string_view name : scored_metrics()) {
      const size_t metric = metric_index(name);
      if (metric == time || std::isnan(truth[metric]) || std::isnan(answer.values[metric]))
        continue;
      const bool in_noise = is_within(answer.values[metric], truth[metric], 0, floors[metric]);
      const double error = in_noise ? 0 : relative_error(answer.values[metric], truth[metric]);
      sum += std::min(error, 1.0);
      ++count;
      if (error <= largest) continue;
      largest = error;
      out.metric = metric;
    }
    if (count == 0) return std::nullopt;
    out.error = sum / static_cast<double>(count);
    return out;
  };
  return worst_families(rows, answers, judge, mean_error, most);
}

}  // namespace kcast::eval
