// Headers of the project that no folder of -I leads to.
#pragma once

#include <string>
#include <vector>

#include "frontend/request.h"

namespace kcast::workflow {

// Adds to -I the folders of the project in which headers lie that the sources, or headers of
// theirs, include and that are not found otherwise: of several the one nearest to the source. Says
// so in `notes`. A folder with names of the system's own headers is left out.
void find_headers(frontend::InspectRequest& request, std::vector<std::string>& notes);

}  // namespace kcast::workflow
