// Whether a data set can be true, and made again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/result.h"
#include "dataset/plausible.h"

namespace kcast::workflow {

struct VerifyOptions {
  size_t kernels = 1000;  // how many are made again, at random
  uint64_t seed = 1;
  double tolerance = 0.1;  // how far a rate may exceed a roof
  size_t jobs = hardware_jobs();
};

// One report for each rule. `path`: a store, a Parquet file, or a folder of them.
Result<std::vector<dataset::RuleReport>> verify_samples(const std::string& path,
                                                        const VerifyOptions& options);

}  // namespace kcast::workflow
