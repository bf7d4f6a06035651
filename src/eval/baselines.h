// What predicts without understanding a kernel: the figures of a model mean something beside
// those of these.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "eval/rows.h"
#include "eval/token_sketch.h"
#include "eval/truth.h"

namespace kcast::eval {

// All rows, of which a baseline sees the readings of some and answers for others.
struct BaselineData {
  const Truth& truth;
  std::span<const ScoredRow> rows;
  std::span<const std::optional<TokenSketch>> sketches;  // of each kernel; empty: not made
  MetricValues floors{};
  size_t jobs = 1;
  MetricValues ceilings{};  // of the rounded table
};

using RowNumbers = std::vector<uint32_t>;

// One number for each metric: the one that is right within 10 % (or within the noise floor) for
// most rows, of operations for most rows that have any; for the time, the one with the least MAPE.
// The more frequent class.
Answer best_constant(const BaselineData& data, const RowNumbers& train);
std::vector<Answer> answer_constant(const BaselineData& data, const RowNumbers& train,
                                    const RowNumbers& test);

// The constant of the rounded table: of each counter, the one that is right within 10 % for most
// rows once both are rounded to three decimals of the ceiling.
Answer best_rounded_constant(const BaselineData& data, const RowNumbers& train);
std::vector<Answer> answer_rounded_constant(const BaselineData& data, const RowNumbers& train,
                                            const RowNumbers& test);

// Medians over the 15 rows of the train side whose launches are nearest (launch_tree.h).
std::vector<Answer> answer_by_launch(const BaselineData& data, const RowNumbers& train,
                                     const RowNumbers& test);

// The launch that is nearest among those of the eight kernels of the train side whose tokens are
// most alike. Rows whose kernel has no sketch get no answer.
std::vector<Answer> answer_by_tokens(const BaselineData& data, const RowNumbers& train,
                                     const RowNumbers& test);

// The second reading of a launch as a prediction of the first: what no model can beat. Rows that
// were read once are not asked.
Answer answer_of_repeat(const BaseQuantities& second, bool has_counters, const Gpu& gpu);

}  // namespace kcast::eval
