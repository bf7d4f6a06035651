// Source files of the command line, as a request to the front end.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/request.h"

namespace kcast::cli {

// Adds the files' texts; #include may read from their folders.
Status read_sources(const std::vector<std::string>& files, InspectRequest& request);

// -I, --language and --std.
void add_language_options(CLI::App& app, InspectRequest& request);

}  // namespace kcast::cli
