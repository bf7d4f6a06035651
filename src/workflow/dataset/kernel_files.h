// Kernels in folders and in lists.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/recipe.h"

namespace kcast::workflow {

// The *.cu, *.hip and *.cl files below a folder, by name, and with `openmp` the *.c and *.cpp files
// as well. It is an error to have none.
Result<std::vector<std::string>> kernel_files_under(const std::string& folder, bool openmp = false);

struct ListedRecipe {
  corpus::KernelRecipe recipe;
  std::string place;  // "list.txt:7"
};

// One recipe a line; empty lines and those that begin with # are left out. An error names the
// place.
Result<std::vector<ListedRecipe>> read_recipe_list(const std::string& file);

}  // namespace kcast::workflow
