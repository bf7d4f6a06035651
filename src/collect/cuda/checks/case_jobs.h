// Check cases as jobs for the worker that reads counters (collect/job.h).
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "collect/cuda/checks/case_runner.h"

namespace kcast::collect {

// Calls `line` with the job of each case. A launch's id is its place among all launches, as
// list_launches() has it.
Status case_jobs(const CaseRunOptions& options, const std::function<void(std::string)>& line);

}  // namespace kcast::collect
