// Launches of a target region over input sizes: what host code says, with variables that are given.
#pragma once

#include <string>

#include "base/result.h"
#include "frontend/request.h"
#include "launch/ready_kernel.h"
#include "plan/sized_launches.h"
#include "schema/gpu/gpu.h"
#include "schema/sample.h"
#include "workflow/collect/measure_file.h"

namespace kcast::workflow {

// What is measured of it.
struct RegionCode {
  std::string symbol;
  std::string ptx;
};

// --arg NAME=size takes each of the sizes, as -D does for a prediction; without one the launches
// are those that the program makes. `symbol` and `ptx` are the region's. Launches in which the
// interpreter finds a fault say so.
Result<plan::SizedLaunches> offloaded_launches(const MeasureOptions& options,
                                               const frontend::InspectRequest& request,
                                               const RegionCode& region,
                                               const launch::Inspect& inspect, const Gpu& gpu);

}  // namespace kcast::workflow
