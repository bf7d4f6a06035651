// Launches of a data set as samples for fine-tuning.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
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

struct SampleCounts {
  std::array<size_t, 3> sides = {};        // samples of train.jsonl, val.jsonl and test.jsonl
  std::map<std::string, size_t> left_out;  // rows, by the reason
};

// Writes train.jsonl, val.jsonl and test.jsonl.
Result<SampleCounts> write_samples(const dataset::SampleSet& set, const Remaker& remaker,
                                   const SampleFormat& format, const std::filesystem::path& folder);

}  // namespace kcast::workflow
