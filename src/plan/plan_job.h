// Rows of a plan as something that can be run: the kernel's source and its launches in full.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "launch/ready_kernel.h"
#include "plan/launch_table.h"
#include "schema/sample.h"

namespace kcast::plan {

// One kernel with some of the rows' launches, by the row's number.
struct PlanKernel {
  KernelSource kernel;
  std::string ptx = {};  // OpenMP: collect/job.h
  std::vector<std::pair<size_t, Launch>> launches;
};

struct PlanJob {
  std::string family;
  std::string text_sha256;                              // of the source
  std::vector<PlanKernel> kernels;                      // programs may have several
  std::vector<std::pair<size_t, std::string>> refused;  // rows that cannot be made, and why
};

// The rows are those of one recipe and language. Generated kernels need no compiler but
// in OpenMP; `inspect` reads these and authored programs, as they would run on `gpu`.
Result<PlanJob> plan_job(const std::vector<PlannedLaunch>& rows, const launch::Inspect& inspect,
                         const Gpu& gpu);

}  // namespace kcast::plan
