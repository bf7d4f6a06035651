#include "eval/score/score_counts.h"

#include <cmath>
#include <string>

#include "eval/score/score_counters.h"

namespace kcast::eval {
namespace {

constexpr double kHalfAnOperation = 0.5;

// The metrics that a row of the table adds up.
struct CountRow {
  const char* name;
  std::vector<size_t> metrics;
};

std::vector<CountRow> count_rows() {
  const size_t fp16 = metric_index("flops_fp16");
  const size_t fp32 = metric_index("flops_fp32");
  const size_t fp64 = metric_index("flops_fp64");
  const size_t tensor = metric_index("flops_tensor");
  return {{"int_ops", {metric_index("int_ops")}},
          {"flops", {fp16, fp32, fp64, tensor}},
          {"flops_fp16", {fp16}},
          {"flops_fp32", {fp32}},
          {"flops_fp64", {fp64}},
          {"flops_tensor", {tensor}}};
}

double total(const MetricValues& values, const std::vector<size_t>& metrics) {
  double sum = 0;
  for (const size_t metric : metrics)
    sum += values[metric];
  return sum;
}

// Errors of the launches that count: those that do such operations, or are said to. NaN for the
// others, infinite for a launch without a prediction.
struct CountErrors {
  std::vector<double> absolute;
  std::vector<double> relative;
  std::vector<double> log10;  // also NaN where one of the two is zero
  size_t rows = 0;
  size_t log_rows = 0;
};

CountErrors count_errors(const Truth& truth, std::span<const Answer> answers,
                         const std::vector<size_t>& metrics) {
  CountErrors out;
  for (size_t i = 0; i < truth.rows(); ++i) {
    const double right = total(truth.values[i], metrics);
    const double predicted = total(answers[i].values, metrics);
    const bool counts = answers[i].counted && answers[i].subjects.operations &&
                        !std::isnan(right) &&
                        (right >= kHalfAnOperation || predicted >= kHalfAnOperation);
    const bool missing = std::isnan(predicted);
    out.absolute.push_back(!counts ? kNoNumber : missing ? INFINITY : std::abs(predicted - right));
    out.relative.push_back(!counts   ? kNoNumber
                           : missing ? INFINITY
                                     : relative_error(predicted, right));
    const bool both = counts && right >= kHalfAnOperation && predicted >= kHalfAnOperation;
    out.log10.push_back(both ? std::abs(std::log10(predicted / right)) : kNoNumber);
    out.rows += counts ? 1 : 0;
    out.log_rows += both ? 1 : 0;
  }
  return out;
}

Statistic share_up_to(std::span<const double> errors, double most, const FamilyIndex& families,
                      SumTable& sums) {
  std::vector<double> right;
  for (const double error : errors)
    right.push_back(std::isnan(error) ? kNoNumber : (error <= most ? 1.0 : 0.0));
  return mean_of(right, families, sums);
}

}  // namespace

void add_count_figures(const Truth& truth, std::span<const Answer> answers, FigureList& list) {
  for (const CountRow& row : count_rows()) {
    const CountErrors errors = count_errors(truth, answers, row.metrics);
    if (errors.rows == 0) continue;
    const FamilyIndex& families = truth.families;
    SumTable& sums = list.sums();
    list.add("counts", row.name, "exact",
             share_up_to(errors.absolute, kHalfAnOperation, families, sums), errors.rows);
    for (const int tolerance : {1, 5, 10, 25}) {
      list.add("counts", row.name, "within_" + std::to_string(tolerance),
               share_up_to(errors.relative, tolerance / 100.0, families, sums), errors.rows);
    }
    list.add("counts", row.name, "log10_error", mean_of(errors.log10, families, sums),
             errors.log_rows);
  }
}

}  // namespace kcast::eval
