// Kernels in folders.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::cli {

// The *.cu, *.hip and *.cl files below a folder, by name. It is an error to have none.
Result<std::vector<std::string>> kernel_files_under(const std::string& folder);

}  // namespace kcast::cli
