// Reads sources in this process. Hostile sources can end it: servers and the
// command line go through the worker pool (frontend.h), which calls this. Memory
// is given back by the end of the process.
#pragma once

#include <memory>

#include "base/result.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast::frontend {

// An error only for a request that makes no sense (no files, unknown language,
// flag or standard); whatever the texts hold ends in the inspection.
// `prepared` is used up where the request fits it.
struct PreparedReading;
Result<Inspection> inspect_here(const InspectRequest& request, PreparedReading* prepared = nullptr);

// Does what does not depend on a request: for a process whose forks answer them.
std::shared_ptr<PreparedReading> prepare_reading();

}  // namespace kcast::frontend
