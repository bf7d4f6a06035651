// Names of source files in PTX.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/request.h"

namespace kcast::frontend {

// A relative path for a file of the request that leads nowhere above its start.
std::filesystem::path path_below(const std::string& name);

// Gives the files in `.file` lines their names in the request: compilers write
// "./util.h" or a full path. What lies below `folder` loses it.
std::string with_request_names(const std::string& ptx, const std::vector<SourceFile>& files,
                               const std::filesystem::path& folder = {});

}  // namespace kcast::frontend
