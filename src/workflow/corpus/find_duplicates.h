// Which kernels of files and of lists of recipes are near-duplicates of each other.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/dedupe/near_duplicates.h"

namespace kcast::workflow {

struct DedupeInputs {
  std::vector<std::string> paths;         // source files, or folders of them
  std::vector<std::string> recipe_lists;  // files with one recipe a line
};

// Adds all kernels to `duplicates`, in the order of the inputs, and compares them.
Result<corpus::NearDuplicateReport> find_duplicates(const DedupeInputs& from, size_t jobs,
                                                    corpus::NearDuplicates& duplicates);

}  // namespace kcast::workflow
