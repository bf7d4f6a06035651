// kcast eval --suite: programs with their host code (suite_file.h), predicted and, where that can
// be done, measured.
#pragma once

#include <string>

#include "base/result.h"

namespace kcast::workflow {

struct SuiteOptions {
  std::string folder;
  std::string readings;  // folder of NAME.jsonl (collect/import) or NAME.csv (ncu)
  std::string gpu;
  std::string csv;
  bool json = false;
  size_t resamples = 1000;
  uint64_t seed = 1;
  size_t jobs = 1;
};

// The report, as text or JSON.
Result<std::string> run_suite(const SuiteOptions& options);

}  // namespace kcast::workflow
