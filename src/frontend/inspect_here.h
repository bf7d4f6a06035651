// Reads sources in this process. Hostile sources can end it: servers and the
// command line go through the worker pool (frontend.h), which calls this. Memory
// is given back by the end of the process.
#pragma once

#include "base/result.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast {

// An error only for a request that makes no sense (no files, unknown language,
// flag or standard); whatever the texts hold ends in the inspection.
Result<Inspection> inspect_here(const InspectRequest& request);

}  // namespace kcast
