// What a project has of the names that an OpenCL file leaves open: host code puts such programs
// together from files, and builds them with macros.
#pragma once

#include "frontend/request.h"

namespace kcast::workflow {

// Fills request.elsewhere for OpenCL sources: files without host code, of the nearest folders
// first, that declare names which the sources use, and -D NAME=VALUE in strings of host code.
void find_definitions(frontend::InspectRequest& request);

}  // namespace kcast::workflow
