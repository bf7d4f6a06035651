// Which launches of a data set boosted trees are fitted to, calibrated with and tested on.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/sample_set.h"
#include "dataset/splits.h"

namespace kcast::workflow {

// Launches of one side and source ("auth", "motif", "omni", "syn").
struct RowLimit {
  size_t launches = 0;    // at most, about; whole kernels
  size_t per_kernel = 0;  // 0: all
};

struct RowLimits {
  std::map<std::string, RowLimit> train;
  std::map<std::string, RowLimit> validation;
  std::map<std::string, RowLimit> test;
  size_t test_launches = 0;  // besides: kernels of any source, as kcast eval --limit draws them
};

struct ChosenRow {
  size_t label = 0;  // in the set
  dataset::Side side = dataset::Side::Train;
  bool drawn = false;  // of the test side: as kcast eval --limit draws it
};

// Split `family`, in an order that a hash decides: the beginning is a sample of the whole. Readings
// of other GPUs are left out.
Result<std::vector<ChosenRow>> choose_rows(const dataset::SampleSet& set, const std::string& gpu,
                                           const RowLimits& limits);

// How a launch is called in tables of rows: recipe, language and launch with tabs between them.
std::string row_key(const dataset::Row& row);

// One key a line.
Status write_row_list(const std::filesystem::path& file, const dataset::SampleSet& set,
                      std::span<const ChosenRow> rows);
Result<std::vector<std::string>> read_row_list(const std::filesystem::path& file);

}  // namespace kcast::workflow
