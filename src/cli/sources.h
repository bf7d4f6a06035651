// Source files of the command line, as a request to the front end.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/request.h"

namespace kcast::cli {

// Adds the files' texts; #include may read from their folders.
Status read_sources(const std::vector<std::string>& files, InspectRequest& request);

}  // namespace kcast::cli
