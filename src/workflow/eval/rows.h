// The launches of a data set as rows to score, and the predictions that they are scored with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/sample_set.h"
#include "eval/evaluate.h"
#include "eval/prediction_file.h"
#include "eval/rows.h"
#include "launch/ready_kernel.h"
#include "predict/predictor_kind.h"
#include "schema/gpu/gpu.h"

namespace kcast::workflow {

struct MeasuredRows {
  std::vector<eval::ScoredRow> rows;                  // what was read first of each launch
  std::vector<std::optional<BaseQuantities>> second;  // what was read the next time
  std::map<std::string, size_t> failures;             // launches without a reading, by reason
};

// The GPUs that a set has readings of.
std::vector<std::string> gpus_of(const dataset::SampleSet& set);

// The readings of one GPU, under any of its names, with their family in the splits.
Result<MeasuredRows> measured_rows(const dataset::SampleSet& set, const Gpu& gpu);

// Makes sure that rows are in `known`: the `described` ones with their launch, the `predicted` ones
// also with a prediction or the reason why there is none. Kernels that are missing are made on
// `jobs` threads. An error if it was interrupted; what was made until then is kept.
struct RowWork {
  const std::vector<eval::ScoredRow>& rows;
  eval::PredictionFile& known;
  const launch::Inspect& inspect;
  const Gpu& gpu;
  size_t jobs = 1;
};
Status complete_rows(const RowWork& work, std::span<const uint32_t> predicted,
                     std::span<const uint32_t> described);

// Takes over what is known: numbers and sketches of all rows, answers of the test side: those of
// the predictor that is evaluated, and those of the other one beside it.
void fill_in(const eval::PredictionFile& known, predict::PredictorKind kind,
             eval::EvalInput& input);

// Adds what a table of rows (trees/row_table.h) says of the rows, so that they need not be analysed
// again. An error where it is of another version of the analysis.
Status add_table(const std::filesystem::path& table, const std::vector<eval::ScoredRow>& rows,
                 const Gpu& gpu, eval::PredictionFile& known);

// Writes figures.csv and rows.csv.
Status write_eval_csv(const std::string& folder, const eval::EvalReport& report,
                      const eval::EvalInput& input);

}  // namespace kcast::workflow
