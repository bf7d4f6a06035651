// Distributions of a data set as SVG files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/sample_set.h"

namespace kcast::workflow {

// Omniwise's figures, and all quantities. The names of the files, in this order.
Result<std::vector<std::string>> write_pictures(const dataset::SampleSet& set,
                                                const std::filesystem::path& folder);

}  // namespace kcast::workflow
