// The README.md of a published data set: what is in it, how it was made, how far it can be trusted.
#pragma once

#include <string>
#include <vector>

#include "dataset/sample_set.h"
#include "dataset/summary.h"

namespace kcast::dataset {

struct DatasheetOptions {
  std::string title = "Kernelcast data set";
  std::string about;                  // Markdown of whoever made the set; may be empty
  std::vector<std::string> pictures;  // files beside the datasheet: "figure4.svg"
};

std::string datasheet_text(const SampleSet& set, const SetSummary& summary,
                           const DatasheetOptions& options);

}  // namespace kcast::dataset
