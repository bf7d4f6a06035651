// Launches of a data set as samples for fine-tuning.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "dataset/splits.h"
#include "workflow/dataset/remake.h"

namespace kcast::workflow {

struct SampleFormat {
  std::string name;  // "omniwise", "omniwise-raw", "llmperf"
  dataset::Split split = dataset::Split::Family;
  size_t jobs = 1;
};

// Writes train.jsonl, val.jsonl and test.jsonl, and says how many rows are in them and why others
// are not.
Status write_samples(const dataset::SampleSet& set, const Remaker& remaker,
                     const SampleFormat& format, const std::filesystem::path& folder);

}  // namespace kcast::workflow
