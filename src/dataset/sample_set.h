// A data set in memory, whatever it was read from: a store, Parquet files, or a folder of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/store.h"

namespace kcast::dataset {

// What is known of a label beside its reading.
struct LabelNumbers {
  int64_t repeats = 0;  // of the time
  double spread = 0;    // (largest - smallest) / median of them
  // Of the launch; zeros where nobody worked it out.
  int64_t blocks = 0;
  int64_t threads = 0;  // of a block
  int64_t shared_bytes = 0;
  int64_t buffer_bytes = 0;

  bool operator==(const LabelNumbers&) const = default;
};

struct SampleSet {
  std::vector<Row> labels;            // attempt 0
  std::vector<LabelNumbers> numbers;  // of each label
  std::vector<Row> repeats;           // later attempts
  std::vector<StoredFailure> failures;
  std::vector<RunInfo> runs;  // of stores
};

// `modules` is where kcast-parquet.so lies; it is loaded if a file needs it. Files of a folder are
// told by what is in them, and what is neither is left alone.
Result<SampleSet> read_samples(const std::filesystem::path& set,
                               const std::filesystem::path& modules);

// False for a collector that reads times alone: all counters are zero, or no numbers.
bool has_counters(const BaseQuantities& values);

// The order of published files: by recipe, language, launch, gpu and collector. A reading that is
// there twice, in two files, is kept once: the first, as when stores are merged.
void sort_samples(SampleSet& set);

}  // namespace kcast::dataset
