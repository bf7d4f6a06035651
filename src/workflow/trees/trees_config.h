// What boosted trees are fitted to, and how: the JSON file of kcast train --trees.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "workflow/trees/fit_model.h"
#include "workflow/trees/row_choice.h"

namespace kcast::workflow {

struct TreesConfig {
  std::string set;  // a data set; a relative path is one of the working folder
  std::string gpu;  // whose readings are used
  RowLimits rows;
  FitSettings fit;
  std::string text;  // the file itself
};

// An error names the file and the field.
Result<TreesConfig> read_trees_config(const std::filesystem::path& file);

}  // namespace kcast::workflow
