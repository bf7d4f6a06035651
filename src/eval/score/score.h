// Predictions against readings, by the rules of docs/evaluation.md. Tables and their columns:
//
//   counters   a row for each counter: within_2 .. within_10 (share), median_ape, under_floor
//   rounded    the same with three decimals of a ceiling: within_2 .. within_10
//   time       mape, median_ape, log2_error, within_10, within_25, within_50, bias_log2,
//              rho_kernels, rho_within; of predictors that state intervals: coverage_90 (share of
//              launches inside), width_90 (median of the upper end over the lower one)
//   class      natural, balanced, near_ridge: accuracy, balanced_accuracy, mcc
//   confusion  rows: the class that was measured; columns: the one that was predicted; launches
//   counts     int_ops, flops, flops_fp32, ...: exact, within_1 .. within_25, log10_error
//
// A launch without a prediction is a miss in every share and in the accuracy. Means, medians and
// correlations are those of the launches that have one.
#pragma once

#include <span>
#include <vector>

#include "eval/figures.h"
#include "eval/rows.h"
#include "eval/truth.h"

namespace kcast::eval {

// All tables.
std::vector<Figure> score(const Truth& truth, std::span<const Answer> answers,
                          const ScoreSettings& settings);

}  // namespace kcast::eval
